import { createHash } from 'node:crypto'
import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { counted } from '../../../src-shared/base/format.ts'
import type { CommandNetwork, SandboxSupport } from '../../../src-shared/settings/settings.ts'
import type { Confine } from '../../../src-shared/workspace/confine.ts'
import type { CommandPlace, FoundSandbox, Sandbox } from '../../sandbox/sandbox.ts'
import { cleanEnvironment, keptBack } from '../../tools/clean-environment.ts'
import type { Confinement } from '../../tools/confinement.ts'
import type { TrustedScripts } from '../../tools/hooks/trusted-scripts.ts'
import { gitProgram } from '../../workspace/git/find-git.ts'
import type { GitReadOptions } from '../../workspace/git/read-git.ts'
import { actingPaths, makeHookFolders } from '../../workspace/git-acting/acting-paths.ts'
import { watchActing } from '../../workspace/git-acting/watch-acting.ts'
import { historyFolders } from '../../workspace/history-folders.ts'
import type { SettingsFile } from '../settings/settings-file.ts'
import { type ActingGuard, createActingGuard } from './acting-guard.ts'

/**
 * Confines the commands that models and lanes run.
 *
 * 1. A copy's commands are always confined if the system has a sandbox; the project's own unless the user turned that
 *    off.
 * 2. None can see the app's data, except the copy it works in; none can write the project, except one that works in it.
 * 3. The sandbox is probed only when the first command runs.
 */
export interface Confinements {
  inProject(folder: string): WorkspaceCommands
  /**
   * @param project the folder that it is a copy of
   * @param temporary the copy's own temporary folder, removed with it; null: the system's
   */
  inCopy(folder: string, project: string, temporary: string | null): WorkspaceCommands
  means(): Promise<SandboxSupport>
}

/** The commands that are run in one workspace. */
export interface WorkspaceCommands {
  /** The project's own folder, also if this is a copy of it. */
  readonly project: string
  /**
   * How they are confined at this moment; null if they are not. Rejects if the folder is gone.
   * @param scripts shown read-only in place of those in the folder, if the system can do that
   */
  confinement(scripts?: TrustedScripts | null): Promise<Confinement | null>
  /**
   * The same for another agent's process. @param own its own files in the user's home folder
   * @param programs folders that it is started from: a copy, which hides other temporary files, shows them
   * @param network whether it has network access, if that can be cut off
   * @param locked whether it may only read the workspace
   */
  forAgent(
    own: readonly string[],
    programs: readonly string[],
    network: boolean,
    locked?: boolean,
  ): Promise<Confine | null>
  /** Looks after the files by which the user's git starts programs; null in a copy, where the user runs no git. */
  readonly guard: ActingGuard | null
  /** For git that only reads. */
  readonly reading: GitReadOptions
  /** Another path at which commands see the workspace, such as in a container; null: there is none. */
  seenAs(): string | null
  /** @throws FailureError if commands could not be run in copies of this workspace as in itself */
  refuseCopies(): void
}

interface Around {
  /** The app’s data, and what else of this computer no command may see. */
  readonly hidden: readonly string[]
  /** Where caches of package managers are kept, for each project. */
  readonly caches: string
  /** Where git that only reads has what it needs. */
  readonly views: string
  readonly settings: SettingsFile
  /** Which commands have network access, overriding the settings; null: as in the settings. */
  readonly network: CommandNetwork | null
  find(): Promise<FoundSandbox>
  /** Files and folders that no command in a copy of this project may see: tests and answers of its tasks. */
  sealed(project: string): readonly string[]
}

export function createConfinements({
  hidden,
  caches: cachesFolder,
  views,
  settings,
  network: projectNetwork,
  find,
  sealed,
}: Around): Confinements {
  /** All workspaces of a project share its caches. */
  const cachesOf = async (project: string, sandbox: Sandbox) => ({
    folder: join(cachesFolder, createHash('sha256').update(project).digest('hex').slice(0, 16)),
    layers: await sandbox.layers(cachesFolder),
  })
  async function confined(
    where: 'project' | 'copy',
    project: string,
    placeOf: () => Promise<Where>,
    also: readonly string[] = [],
  ): Promise<Confinement | null> {
    const { sandbox } = await find()
    if (sandbox === null) return null
    const network = sandbox.cutsNetwork ? (projectNetwork ?? settings.read().commands.network) : 'all'
    const keys = settings.read().commands.keys
    const all = [...hidden, ...also]
    const caches = await cachesOf(project, sandbox)
    const place: CommandPlace = { ...(await placeOf()), caches, hidden: all, network: network !== 'none', keys }
    const { placeRules } = await import('../../sandbox/place-rules.ts')
    const rules = await placeRules(place, cleanEnvironment(process.env))
    const confine = await sandbox.confine(rules)
    const unseen = network === 'seen' ? await sandbox.confine({ ...rules, network: false }) : confine
    const scripts = sandbox.showsElsewhere ? 'shown' : 'kept'
    return { confine, unseen, network, keys, scripts, words: inWords(where, place.network), advice: advice[where] }
  }
  async function agentIn(
    project: string,
    placeOf: () => Promise<Where>,
    own: readonly string[],
    network: boolean,
    locked: boolean,
    also: readonly string[] = [],
  ) {
    const { sandbox } = await find()
    if (sandbox === null) return null
    const { placeRules } = await import('../../sandbox/place-rules.ts')
    const allowed = network || !sandbox.cutsNetwork
    const where = await placeOf()
    const writable = locked ? [] : where.writable
    const caches = await cachesOf(project, sandbox)
    const place = {
      ...where,
      caches,
      writable,
      locked,
      hidden: [...hidden, ...also],
      network: allowed,
      keys: false,
      own,
    }
    return await sandbox.confine(await placeRules(place, cleanEnvironment(process.env)))
  }
  const reading: GitReadOptions = {
    views,
    confine: async (seen) => {
      const { sandbox } = await find()
      const { readingRules } = await import('../../sandbox/reading-rules.ts')
      return sandbox?.confine(await readingRules(seen, hidden, [gitProgram()])) ?? null
    },
  }
  return {
    inProject: (folder) => {
      const isConfined = () => settings.read().commands.confined
      const guard = createActingGuard(async () =>
        isConfined() ? await watchProject(folder, (await find()).sandbox !== null) : null,
      )
      return {
        ...onThisComputer,
        project: folder,
        reading,
        guard,
        forAgent: async (own, _programs, network, locked = false) => {
          if (!isConfined()) return null
          await guard.expect()
          return await agentIn(folder, () => projectPlace(folder), own, network, locked)
        },
        confinement: async (shown = null) => {
          if (!isConfined()) return null
          await guard.expect()
          const { linkedFiles } = await import('../../sandbox/linked-files.ts')
          const linked = await linkedFiles(folder)
          const kept = linked.length > maxKept ? [] : linked
          const found = await confined('project', folder, async () => ({
            ...(await projectPlace(folder)),
            kept,
            shown,
          }))
          return found && { ...found, words: `${found.words}${aboutLinks(linked.length)}` }
        },
      }
    },
    inCopy: (folder, project, temporary) => ({
      ...onThisComputer,
      project,
      reading,
      guard: null,
      forAgent: (own, programs, network, locked = false) =>
        agentIn(
          project,
          async () => ({ ...alone(folder), temporary, readable: [project, ...programs] }),
          own,
          network,
          locked,
          sealed(project),
        ),
      confinement: (shown = null) =>
        confined(
          'copy',
          project,
          async () => ({ ...alone(folder), temporary, readable: [project], shown }),
          sealed(project),
        ),
    }),
    means: async () => ({ ...meansOf(await find()), ...variablesKept() }),
  }
}

const onThisComputer = { seenAs: () => null, refuseCopies: () => undefined }

type Where = Omit<CommandPlace, 'hidden' | 'network' | 'keys'>
const alone = (workspace: string): Where => ({ workspace, temporary: null, writable: [], readable: [], kept: [] })

/**
 * Commands in the project may commit, even if git's folder is in a parent or elsewhere; but what git starts programs by
 * is read-only.
 */
async function projectPlace(folder: string): Promise<Where> {
  const writable = await historyFolders(folder)
  const acting = await actingPaths(folder, writable)
  await makeHookFolders(acting)
  return { ...alone(folder), writable, readable: [...acting.files, ...acting.folders] }
}

/** @param isSandboxed whether what is there already can't be changed */
async function watchProject(folder: string, isSandboxed: boolean) {
  const find = async () => actingPaths(folder, await historyFolders(folder))
  const { files, folders } = await find()
  const held = new Set(isSandboxed ? await realOnes([...files, ...folders]) : [])
  return await watchActing(folder, find, (path) => held.has(path))
}

/** Those that are there, and are no links: a link itself can't be made read-only. */
async function realOnes(paths: readonly string[]): Promise<readonly string[]> {
  const real = await Promise.all(paths.map((path) => realpath(path).catch(() => null)))
  return paths.filter((path, at) => real[at] === path)
}

/** With more hard-linked files than this, the folder is a copy made of links, and is used as it is. */
const maxKept = 200

/** For files in the project that are hard links to files outside. */
function aboutLinks(count: number): string {
  if (count === 0) return ''
  const those = counted(count, 'file in it has', 'files in it have')
  return count > maxKept
    ? ` ${those} another name outside (hard links): writing one changes the other, too.`
    : ` ${those} another name outside (hard links) and can only be read.`
}

const inWords = (where: 'project' | 'copy', network: boolean) =>
  `Can write only to this ${where}, temp folders and package caches${network ? '' : '; offline'}.`

const advice = {
  project: 'ask the user to do it, or to unrestrict commands in Settings → Approval',
  copy: 'commands in a copy always are, so do it another way',
}

const names: { readonly [name in Sandbox['name']]: string } = {
  namespaces: 'Linux namespaces',
  bubblewrap: 'bubblewrap',
  seatbelt: 'the sandbox of macOS',
}

function variablesKept(): Pick<SandboxSupport, 'keptBack'> {
  const names = keptBack(process.env)
  return names.length === 0 ? {} : { keptBack: names }
}

function meansOf(found: FoundSandbox): SandboxSupport {
  if (found.sandbox !== null) {
    const { name, cutsNetwork } = found.sandbox
    const words = `On this computer, commands are restricted by ${names[name]}.`
    return { confines: true, cutsNetwork, words }
  }
  const words = `This computer can’t restrict commands: a command that runs can write anywhere you can. ${found.reason}`
  return { confines: false, cutsNetwork: false, words }
}

import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import { parseOutside } from '../../../src-shared/base/excess.ts'
import {
  type Hook,
  type HookEntry,
  type HookList,
  hookFile,
  maxHooks,
  type UserHook,
  userHook,
} from '../../../src-shared/hooks/hook.ts'
import type { ProjectTrust } from '../../../src-shared/workspace/project-trust.ts'
import type { TrustedScripts, UsedHooks } from '../../tools/hooks/trusted-scripts.ts'
import { guardFiles } from '../../workspace/guard/guarded-files.ts'
import { newId } from '../base/ids.ts'
import { rememberJsonFile, writeJsonFile } from '../data-folder/json-file.ts'
import { type PartContent, partContent, textOf } from './part-content.ts'
import type { TrustFile } from './project-trust.ts'
import type { TrustedProject } from './trusted-book.ts'
import { createTrustedTree } from './trusted-tree.ts'

/** The project's hooks, and the scripts next to them, which are trusted together with them. */
const [projectFile, scripts] = ['.stratagem/hooks.json', '.stratagem/hooks'] as const

/** The hooks of the user and of projects. */
export interface HookBook {
  /** Those that a run uses: switched on, and the project's only while the user trusts these very files (T25, T55). */
  of(project: TrustedProject): Promise<UsedHooks>
  /** The project's are listed only while they are trusted. */
  list(project: TrustedProject | null): Promise<HookList>
  /** Adds a hook, or replaces the one with its id. An empty id gets a new one. */
  save(hook: UserHook): UserHook
  remove(id: string): void
  /** Switches a hook of a project off for this user, or on again. */
  switchProjects(projectId: string, id: string, enabled: boolean): void
  trustOf(project: TrustedProject): Promise<ProjectTrust>
}

const stored = z.object({
  hooks: z.array(userHook).max(maxHooks).readonly().default([]),
  /** Hooks of projects that are switched off: `project id`, a space, the hook's id. */
  off: z.array(z.string()).readonly().default([]),
})
type Stored = z.infer<typeof stored>

export function createHookBook(
  { dataFolder, hooks: wanted }: { readonly dataFolder: string; readonly hooks?: 'none' },
  trust: TrustFile,
  warn: (text: string) => void,
): HookBook {
  const path = join(dataFolder, 'hooks.json')
  const readFile = rememberJsonFile<Stored>(path, stored, { hooks: [], off: [] })
  const read = (): Stored => {
    const { value, damaged } = readFile()
    if (damaged !== null) warn(`The file of hooks was damaged. It was saved as ${damaged}; add the hooks again.`)
    return value
  }
  const projects = createTrustedTree('hooks', { dataFolder, trust }, contentOf)
  const look = async (project: TrustedProject | null): Promise<HookList & { readonly copy: string | null }> => {
    const { hooks, off } = read()
    const own = hooks.map((each) => ({ ...each, source: 'user' as const }))
    const found = project === null ? null : await projects.trusted(project)
    if (project === null || found === null) return { hooks: own, problem: null, copy: null }
    const parsed = parseProjectFile(found.content)
    const theirs = parsed.hooks.map((hook): HookEntry => {
      const id = idOf(hook)
      return { id, hook, enabled: !off.includes(`${project.id} ${id}`), source: 'project' }
    })
    return { hooks: [...own, ...theirs], problem: parsed.problem, copy: found.copy }
  }
  return {
    list: async (project) => {
      const { hooks, problem } = await look(project)
      return { hooks, problem }
    },
    of: async (project) => {
      if (wanted === 'none') return { hooks: [], scripts: null }
      const { hooks, problem, copy } = await look(project)
      if (problem !== null) warn(`${problem} This run has none of its hooks.`)
      const used = hooks.flatMap(({ hook, enabled, source }) => (enabled ? [{ ...hook, source }] : []))
      return { hooks: used, scripts: copy === null ? null : scriptsIn(copy) }
    },
    save: (given) => {
      const saved = { ...given, id: given.id === '' ? newId('hook') : given.id }
      const { hooks, off } = read()
      const known = hooks.some(({ id }) => id === saved.id)
      const next = known ? hooks.map((each) => (each.id === saved.id ? saved : each)) : [...hooks, saved]
      writeJsonFile(path, stored.parse({ hooks: next, off }))
      return saved
    },
    remove: (id) => {
      const { hooks, off } = read()
      writeJsonFile(path, { hooks: hooks.filter((each) => each.id !== id), off })
    },
    switchProjects: (projectId, id, enabled) => {
      const { hooks, off } = read()
      const name = `${projectId} ${id}`
      const others = off.filter((each) => each !== name)
      writeJsonFile(path, { hooks, off: enabled ? others : [...others, name] })
    },
    trustOf: projects.trustOf,
  }
}

/** Of all that a hook does: a hook that changes is another one. */
const idOf = (hook: Hook): string => createHash('sha256').update(JSON.stringify(hook)).digest('hex').slice(0, 24)

/** The hooks' file with all that lies next to it; nothing if there is no such file. */
async function contentOf(folder: string): Promise<PartContent> {
  const guarded = await guardFiles(folder).catch(() => null)
  if (guarded === null) return partContent([], 'refuse')
  const hooks = await guarded.wholeFile(projectFile)
  const isThere = hooks.entries.length > 0 || hooks.obstacles.length > 0
  return partContent(isThere ? [hooks, await guarded.wholeTree(scripts)] : [], 'refuse')
}

/** The copy of what is trusted, as hooks use it. */
function scriptsIn(copy: string): TrustedScripts {
  return {
    folder: scripts,
    copy: join(copy, scripts),
    differs: async (workspace) => {
      const [theirs, ours] = await Promise.all(
        [workspace, copy].map(async (each) => {
          const guarded = await guardFiles(each).catch(() => null)
          return guarded === null
            ? partContent([], 'refuse')
            : partContent([await guarded.wholeTree(scripts)], 'refuse')
        }),
      )
      return theirs === undefined || ours === undefined ? null : differenceOf(theirs, ours)
    },
  }
}

/** A workspace may lack files, as a copy does that has none of those which git ignores. */
function differenceOf(theirs: PartContent, ours: PartContent): string | null {
  if (theirs.problem !== null) return theirs.problem
  const known = new Map(ours.entries.map((each) => [each.path, each]))
  const other = theirs.entries.find((each) => {
    const trusted = known.get(each.path)
    if (each.kind === 'link') return trusted?.kind !== 'link' || trusted.to !== each.to
    return trusted?.kind !== 'file' || !trusted.bytes.equals(each.bytes)
  })
  return other === undefined ? null : `${other.path} is not as it was when you trusted the project’s hooks.`
}

function parseProjectFile({ entries }: PartContent): {
  readonly hooks: readonly Hook[]
  readonly problem: string | null
} {
  const file = entries.find(({ path }) => path === projectFile)
  const text = (file?.kind === 'file' ? textOf(file.bytes) : null) ?? ''
  try {
    const read = hookFile.safeParse(parseOutside(text))
    if (read.success) return { hooks: read.data.hooks, problem: null }
    const [issue] = read.error.issues
    const where = issue === undefined ? '' : ` ${issue.path.join('.')}: ${issue.message}.`
    return { hooks: [], problem: `The project’s ${projectFile} does not fit.${where}` }
  } catch {
    return { hooks: [], problem: `The project’s ${projectFile} is not valid JSON.` }
  }
}

import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import {
  type Hook,
  type HookEntry,
  type HookList,
  hookFile,
  maxHooks,
  type StartedHook,
  type UserHook,
  userHook,
} from '../../../src-shared/hooks/hook.ts'
import type { ProjectTrust } from '../../../src-shared/workspace/project-trust.ts'
import { newId } from '../base/ids.ts'
import { rememberJsonFile, writeJsonFile } from '../data-folder/json-file.ts'
import type { ProjectFile, TrustFile } from './project-trust.ts'
import { createTrustedBook, filesInAll, type TrustedProject } from './trusted-book.ts'

/** The project's hooks, and the scripts next to them, which are trusted together with them. */
const [projectFile, scripts] = ['.stratagem/hooks.json', '.stratagem/hooks'] as const
/** Bytes of one of these files. */
const largest = 200_000

/** The hooks of the user and of projects. */
export interface HookBook {
  /** Those that a run uses: switched on, and the project's only while the user trusts these very files (T25). */
  of(project: TrustedProject): Promise<readonly StartedHook[]>
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
  const projects = createTrustedBook('hooks', trust, filesOf)
  const list = async (project: TrustedProject | null): Promise<HookList> => {
    const { hooks, off } = read()
    const own = hooks.map((each) => ({ ...each, source: 'user' as const }))
    if (project === null) return { hooks: own, problem: null }
    const files = await projects.trusted(project)
    if (files.length === 0) return { hooks: own, problem: null }
    const parsed = parseProjectFile(files)
    const theirs = parsed.hooks.map((hook): HookEntry => {
      const id = idOf(hook)
      return { id, hook, enabled: !off.includes(`${project.id} ${id}`), source: 'project' }
    })
    return { hooks: [...own, ...theirs], problem: parsed.problem }
  }
  return {
    list,
    of: async (project) => {
      if (wanted === 'none') return []
      const { hooks, problem } = await list(project)
      if (problem !== null) warn(`${problem} This run has none of its hooks.`)
      return hooks.flatMap(({ hook, enabled, source }) => (enabled ? [{ ...hook, source }] : []))
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

/** The hooks' file with the scripts; empty if there is no such file. What can't be read counts with the reason. */
async function filesOf(folder: string): Promise<readonly ProjectFile[]> {
  const hooks = await filesInAll(folder, ['.stratagem'], { fits: (path) => path === projectFile, largest })
  if (hooks.length === 0) return []
  return [...hooks, ...(await filesInAll(folder, [scripts], { fits: () => true, largest, depth: 3 }))]
}

function parseProjectFile(files: readonly ProjectFile[]): {
  readonly hooks: readonly Hook[]
  readonly problem: string | null
} {
  const text = files.find(({ file }) => file === projectFile)?.text ?? ''
  try {
    const read = hookFile.safeParse(JSON.parse(text))
    if (read.success) return { hooks: read.data.hooks, problem: null }
    const [issue] = read.error.issues
    const where = issue === undefined ? '' : ` ${issue.path.join('.')}: ${issue.message}.`
    return { hooks: [], problem: `The project’s ${projectFile} does not fit.${where}` }
  } catch {
    return { hooks: [], problem: `The project’s ${projectFile} is not valid JSON.` }
  }
}

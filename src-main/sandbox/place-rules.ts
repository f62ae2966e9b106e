import { mkdir, realpath } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { cacheRules } from './cache-rules.ts'
import { existingPaths, isFolder } from './existing-paths.ts'
import { keyRules } from './key-rules.ts'
import { outsideSockets } from './outside-sockets.ts'
import { ownPlaces } from './own-places.ts'
import type { CommandPlace, Confined, Rule } from './sandbox.ts'

/**
 * What a command in this place may access, based on the current files.
 *
 * 1. The deepest rule that contains a path decides, so that a project in the temporary folder, or a copy in the
 *    app's hidden data, follows its own rule.
 * 2. If two rules name the same folder, the explicitly requested one wins over the general ones.
 * 3. Parents of a protected folder inside a writable one can't be renamed.
 *
 * Throws system errors if the workspace is gone or its temporary folder can't be created.
 * @param environment the command's own, for variables that name sockets
 */
export async function placeRules(place: CommandPlace, environment: NodeJS.ProcessEnv): Promise<Confined> {
  const workspace = await realpath(place.workspace)
  const temporary = place.temporary === null ? null : await made(place.temporary)
  const caches = await cacheRules(place.caches?.folder ?? null, place.caches?.layers === true, process.env)
  const own = await ownPlaces(place.own ?? [])
  const shared = existingPaths(['/tmp', '/var/tmp', tmpdir()])
  const outside = await outsideSockets(environment, homedir(), temporary === null ? shared : [], place.keys)
  const requestedRules: readonly Rule[] = [
    ...caches.rules,
    ...shared.map((path): Rule => (temporary === null ? { kind: 'write', path } : withTemporary(path, temporary))),
    ...hideSockets(outside.paths),
    ...existingPaths(outside.kept).map(rule('read')),
    ...(place.keys ? [] : keyRules(workspace, process.env).filter(({ path }) => !isAmong(path, own))),
    ...own.map(rule('write')),
    ...existingPaths(place.hidden).map((path): Rule => ({ kind: isFolder(path) ? 'hide' : 'empty', path })),
    ...existingPaths(place.readable).map(rule('read')),
    ...existingPaths(place.writable).map(rule('write')),
    rule(place.locked === true ? 'read' : 'write')(workspace),
    ...(await shownIn(workspace, place.shown ?? null)),
    ...existingPaths(place.kept).map((path): Rule => ({ kind: 'keep', path })),
  ]
  return {
    workspace,
    rules: arrangeRules(requestedRules),
    temporary,
    network: place.network,
    environment: { ...caches.environment, ...(place.keys ? {} : noAgent) },
  }
}

const isAmong = (path: string, own: readonly string[]) =>
  own.some((each) => path === each || path.startsWith(`${each}/`))

/** If keys are not allowed, the variables that name key agents are removed. Source: ssh(1), ENVIRONMENT. */
const noAgent = { SSH_AUTH_SOCK: '' }

/** Pure: drops redundant rules; an outer folder comes before what it contains. */
export function arrangeRules(requestedRules: readonly Rule[]): readonly Rule[] {
  const rules = new Map<string, Rule>()
  for (const each of requestedRules) if (each.path !== '/') rules.set(each.path, each)
  const said = [...rules.values()].filter((each) => saysSomething(each, above(each.path, rules)))
  const pins = said.flatMap((each) => pinned(each, rules))
  return [...pins, ...said].filter(lastOfPath).sort((a, b) => depth(a) - depth(b) || (a.path < b.path ? -1 : 1))
}

/** The rule that would apply to a path without its own. */
function above(path: string, rules: ReadonlyMap<string, Rule>): Rule | undefined {
  const parent = dirname(path)
  return parent === path ? undefined : (rules.get(parent) ?? above(parent, rules))
}

function saysSomething({ kind }: Rule, outer: Rule | undefined): boolean {
  if (kind === 'read' || kind === 'keep') return outer !== undefined
  if (kind === 'write' || kind === 'instead' || kind === 'shown' || kind === 'layer') return true
  // Something hidden by an outer rule doesn't exist for the command anyway.
  return outer?.kind !== 'hide' && outer?.kind !== 'instead'
}

/** Folders between a rule's and the writable one around it: as separate mounts they can't be renamed. */
function pinned({ kind, path }: Rule, rules: ReadonlyMap<string, Rule>): Rule[] {
  const outer = above(path, rules)
  if (kind === 'mute' || kind === 'empty' || kind === 'keep' || outer?.kind !== 'write') return []
  const between: Rule[] = []
  for (let parent = dirname(path); parent !== outer.path; parent = dirname(parent))
    between.push({ kind: 'write', path: parent })
  return between
}

const lastOfPath = ({ path }: Rule, at: number, all: readonly Rule[]) =>
  all.findLastIndex((each) => each.path === path) === at
const depth = ({ path }: Rule) => path.split('/').length

const rule =
  (kind: 'write' | 'read' | 'hide' | 'mute') =>
  (path: string): Rule => ({ kind, path })
const withTemporary = (path: string, from: string): Rule => ({ kind: 'instead', path, from })

/** For blocked sockets. */
export const hideSockets = (paths: readonly string[]): Rule[] =>
  existingPaths(paths).map((path) => rule(isFolder(path) ? 'hide' : 'mute')(path))

/**
 * The path at which it is shown is made, and must lie in the workspace: a link may lead away. What is shown may be nothing,
 * such as the scripts of hooks that have none: then an empty folder is.
 */
async function shownIn(workspace: string, shown: CommandPlace['shown'] | null): Promise<readonly Rule[]> {
  if (shown === null || shown === undefined) return []
  const path = await made(join(workspace, shown.folder))
  if (!path.startsWith(`${workspace}/`)) throw new Error(`${shown.folder} is a link that leads out of the project.`)
  return [{ kind: 'shown', path, from: await made(shown.copy) }]
}

async function made(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return realpath(folder)
}

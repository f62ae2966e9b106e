import { type Dirent, readdirSync } from 'node:fs'
import { homedir, userInfo } from 'node:os'
import { delimiter, join } from 'node:path'
import { existingPaths, isFolder } from './existing-paths.ts'
import type { KeyPlace } from './key-places/key-place.ts'
import { keyPlaces } from './key-places/key-places.ts'
import type { Rule } from './sandbox.ts'

/**
 * Rules that hide keys from commands: folders and files appear empty, not missing, since a program may need to open
 * them (npm does).
 *
 * 1. Only what exists is hidden, by its real path, and at each place that a variable names.
 * 2. A file in a key folder may be a link to another place, as dotfile managers make them: the target is hidden, too.
 *    What a link points to in the project is not hidden.
 * @param environment the app's own, for variables that name places
 */
export function keyRules(workspace: string, environment: NodeJS.ProcessEnv): readonly Rule[] {
  const homes = existingPaths([homedir(), ...accountHome()])
  const usual = keyPlaces.flatMap(({ paths }) =>
    homes.flatMap((home) => paths.flatMap((path) => inHome(home, path, environment))),
  )
  const moved = keyPlaces.flatMap((place) => movedTo(place, environment))
  const isMeant = (path: string) => !isWithin(path, workspace) && !ofSystem.test(path)
  const inUsual = existingPaths(usual).filter((path) => usual.includes(path) || isMeant(path))
  const found = [...inUsual, ...existingPaths(moved).filter(isMeant)].filter((path) => !holdsOne(path, homes))
  const folders = found.filter((path) => isFolder(path) && path !== workspace)
  const linked = existingPaths(folders.flatMap(linksIn)).filter((path) => !isFolder(path) && isMeant(path))
  const files = [...found.filter((path) => !isFolder(path)), ...linked]
  return [
    ...folders.map((path): Rule => ({ kind: 'hide', path })),
    ...files.map((path): Rule => ({ kind: 'empty', path })),
  ]
}

/** HOME may differ from it. */
function accountHome(): readonly string[] {
  try {
    return [userInfo().homedir]
  } catch {
    // A user without an account, as in containers.
    return []
  }
}

/** `HISTFILE=/dev/null` names no file of the user's. */
const ofSystem = /^\/(dev|proc|sys)\//

/** A variable that names a whole home, or more, is ignored. */
const holdsOne = (path: string, homes: readonly string[]) => homes.some((home) => home === path || isWithin(home, path))

/** The folders that move as a whole. Source: XDG Base Directory Specification. */
const movable: readonly (readonly [usual: string, variable: string])[] = [
  ['.config/', 'XDG_CONFIG_HOME'],
  ['.local/share/', 'XDG_DATA_HOME'],
  ['.local/state/', 'XDG_STATE_HOME'],
  ['.cache/', 'XDG_CACHE_HOME'],
]

function inHome(home: string, path: string, environment: NodeJS.ProcessEnv): readonly string[] {
  const moved = movable.flatMap(([usual, variable]) => {
    const to = environment[variable]
    return to !== undefined && isPath(to) && path.startsWith(usual) ? [join(to, path.slice(usual.length))] : []
  })
  return [join(home, path), ...moved]
}

function movedTo({ movedBy = {} }: KeyPlace, environment: NodeJS.ProcessEnv): readonly string[] {
  return Object.entries(movedBy).flatMap(([variable, what]) => {
    const named = environment[variable] ?? ''
    if (named === '') return []
    if (what === 'files') return named.split(delimiter).filter(isPath)
    const all = typeof what === 'string' ? [named] : what.holding.map((name) => join(named, name))
    return all.filter(isPath)
  })
}

const linksIn = (folder: string): readonly string[] =>
  entriesOf(folder)
    .filter((entry) => entry.isSymbolicLink())
    .map(({ name }) => join(folder, name))

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}

const isPath = (path: string) => path.startsWith('/')
const isWithin = (path: string, folder: string) => path.startsWith(`${folder}/`)

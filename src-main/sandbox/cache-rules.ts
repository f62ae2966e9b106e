import { lstat, mkdir, readdir, realpath, rm, stat, symlink, utimes } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import { type CachePlace, cachePlaces } from './cache-places.ts'
import { isFolder } from './existing-paths.ts'
import type { Rule } from './sandbox.ts'

/** How commands use the caches of package managers, which are the user’s to write. */
export interface CacheUse {
  readonly rules: readonly Rule[]
  /** Variables by which programs find another folder than the user’s. */
  readonly environment: Readonly<Record<string, string>>
}

/**
 * 1. No command writes a cache of the user’s. What it writes is kept in a folder of its project, and seen by the next
 *    command there.
 * 2. With layers, the user’s cache is below it at the usual path: what was downloaded once is installed offline.
 * 3. Else, and where the user has no such cache, a variable names the folder of the project.
 * 4. If that can't be made, such as in data that can't be written, the user's caches are read-only and there are no
 *    others. Never rejects.
 * @param own the folder of the project’s caches; null: the user’s are read-only, and there are no others
 * @param environment the app’s own: a variable may name where the user’s cache is
 */
export async function cacheRules(
  own: string | null,
  layers: boolean,
  environment: NodeJS.ProcessEnv,
): Promise<CacheUse> {
  if (own === null) return none
  return await rulesIn(own, layers, environment).catch(() => none)
}

const none: CacheUse = { rules: [], environment: {} }

async function rulesIn(own: string, layers: boolean, environment: NodeJS.ProcessEnv): Promise<CacheUse> {
  await tidied(own)
  const uses = await Promise.all(cachePlaces.map((place) => useOf(place, own, layers, environment)))
  return {
    rules: uses.flatMap((each) => each.rules),
    environment: Object.assign(
      {},
      ...uses.map((each) => each.environment),
      goProxy(uses.length > 0, layers, environment),
    ),
  }
}

async function useOf(
  place: CachePlace,
  own: string,
  layers: boolean,
  environment: NodeJS.ProcessEnv,
): Promise<CacheUse> {
  const users = await usersFolder(place, environment)
  if (users !== null && layers && isPlain(users) && isPlain(own))
    return { rules: await layered(place, users, own), environment: {} }
  if (place.variables.length === 0 || (users !== null && place.readOnlyElse)) return { rules: [], environment: {} }
  const folder = join(own, place.name, 'own')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if (users !== null) for (const name of place.links ?? []) await linkTo(join(users, name), join(folder, name))
  return {
    rules: [{ kind: 'write', path: await realpath(folder) }],
    environment: Object.fromEntries(place.variables.map((name) => [name, folder])),
  }
}

/** The real path of the user’s own, if there is one. */
async function usersFolder(place: CachePlace, environment: NodeJS.ProcessEnv): Promise<string | null> {
  const [moved] = place.variables.flatMap((name) => environment[name] ?? [])
  const cache = environment['XDG_CACHE_HOME'] ?? ''
  const usual = place.folders.map((each) =>
    isAbsolute(cache) && each.startsWith('.cache/') ? join(cache, each.slice(7)) : join(homedir(), each),
  )
  // Of several folders in GOPATH, the first is filled.
  const first = moved?.split(':')[0] ?? ''
  const found = (isAbsolute(first) ? [first] : usual).find(isFolder)
  return found === undefined ? null : await realpath(found).catch(() => null)
}

/** What can stand in the options of a mount. */
const isPlain = (path: string) => !/[,:\\]/.test(path)

async function layered({ name, within }: CachePlace, users: string, own: string): Promise<readonly Rule[]> {
  const rules: Rule[] = []
  for (const part of within ?? ['.']) {
    const path = join(users, part)
    // As the program makes it, empty.
    const isMade =
      part !== '.' &&
      !isFolder(path) &&
      (await mkdir(path).then(
        () => true,
        () => false,
      ))
    if (!isMade && !isFolder(path)) continue
    const upper = join(own, name, part === '.' ? 'upper' : `upper-${part}`)
    await mkdir(upper, { recursive: true, mode: 0o700 })
    rules.push({
      kind: 'layer',
      path: await realpath(path),
      upper: await realpath(upper),
      work: join(await realpath(own), 'work'),
    })
  }
  return rules
}

async function linkTo(file: string, link: string): Promise<void> {
  const isThere = (await lstat(link).catch(() => null)) !== null
  if (!isThere && (await stat(file).catch(() => null)) !== null) await symlink(file, link).catch(() => undefined)
}

/** Go can read what the user has downloaded as if it came from a server. Source: https://go.dev/ref/mod#goproxy-protocol */
function goProxy(isUsed: boolean, layers: boolean, environment: NodeJS.ProcessEnv): Readonly<Record<string, string>> {
  const home = environment['GOPATH']?.split(':')[0] || join(homedir(), 'go')
  const known = join(home, 'pkg/mod/cache/download')
  if (!isUsed || layers || !isFolder(known)) return {}
  return { GOPROXY: `file://${known},${environment['GOPROXY'] || 'https://proxy.golang.org,direct'}` }
}

/** ms after which the caches of a project that nobody used are removed. */
const lasts = 60 * 24 * 3_600_000
const known = new Set<string>()

/** Once in a process: marks these caches as used, and removes those of projects that were not used for long. */
async function tidied(own: string): Promise<void> {
  if (known.has(own) && isFolder(own)) return
  known.add(own)
  await mkdir(own, { recursive: true, mode: 0o700 })
  const now = new Date()
  await utimes(own, now, now).catch(() => undefined)
  for (const name of await readdir(dirname(own)).catch(() => [])) {
    const other = join(dirname(own), name)
    const found = await stat(other).catch(() => null)
    if (found !== null && now.getTime() - found.mtimeMs > lasts)
      await rm(other, { recursive: true, force: true }).catch(() => undefined)
  }
}

import { lstat, realpath, stat } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { codeOf, problemFrom } from './guard-text.ts'
import { type Guarded, type GuardedPath, refused, type WorkspaceRoot } from './guard-types.ts'

/** Whether `path` is `folder` or inside it; both absolute. Compares names only. */
export function isInside(folder: string, path: string): boolean {
  const between = relative(folder, path)
  return between === '' || (between !== '..' && !between.startsWith(`..${sep}`) && !isAbsolute(between))
}

/**
 * Resolves a path, following links, and refuses what is not in the workspace (threat T16).
 * A path that is outside already by its text is refused without touching the disk: on Windows merely checking
 * a network share would send the user's credentials to it.
 */
export async function resolvePath(home: WorkspaceRoot, path: string): Promise<Guarded<GuardedPath>> {
  const named = await resolveName(home, path)
  if (!named.ok) return named
  try {
    return await follow(home, named.absolute, path)
  } catch (thrown) {
    return refused(problemFrom(thrown, path))
  }
}

const outside = (path: string) =>
  `${path} is outside the project folder, and tools work only inside it. Use a path relative to the project folder.`

/** Resolves a path by its text alone, without touching the disk; refuses paths outside the workspace. */
export function resolveText(home: WorkspaceRoot, path: string): Guarded<{ readonly absolute: string }> {
  const odd = oddShape(path)
  if (odd !== null) return refused(odd)
  const full = resolve(home.folder, path)
  if (isInside(home.folder, full)) return { ok: true, absolute: full }
  if (isInside(home.requested, full)) return { ok: true, absolute: join(home.folder, relative(home.requested, full)) }
  return refused(outside(path))
}

/**
 * The same, and of a path that is outside by its text whether links lead it into the workspace: the user may have more
 * ways there than that by which the project was opened. Not on Windows, where a path can name a network share.
 */
export async function resolveName(home: WorkspaceRoot, path: string): Promise<Guarded<{ readonly absolute: string }>> {
  const named = resolveText(home, path)
  if (named.ok || process.platform === 'win32' || !isAbsolute(path) || oddShape(path) !== null) return named
  const missing: string[] = []
  for (let at = resolve(path); at !== dirname(at); at = dirname(at)) {
    const real = await realpath(at).catch(() => null)
    const absolute = real === null ? null : join(real, ...missing)
    if (absolute !== null) return isInside(home.folder, absolute) ? { ok: true, absolute } : named
    missing.unshift(basename(at))
  }
  return named
}

function oddShape(path: string): string | null {
  if (path.includes('\0')) return 'A path can not hold a NUL character.'
  if (/\p{Surrogate}/u.test(path))
    return 'The path holds half of a character (a lone surrogate), which no file name can.'
  // A folder named `~` would be a trap: `rm -rf ~` would delete the user's home instead.
  if (/^~([\\/]|$)/.test(path))
    return `${path} would be in the home folder, outside the project. A folder of the project that is named so is ./~`
  if (path.length > 4096) return `The path is too long: ${path.length} characters, of at most 4096.`
  if (process.platform === 'win32' && path.split(/[\\/]/).some(isReservedName))
    return `${path} holds a name that Windows keeps for itself.`
  return null
}

/** Device names, alternate data streams, and the trailing dots and spaces that Windows drops. */
function isReservedName(part: string, index: number): boolean {
  if (part === '.' || part === '..' || (index === 0 && /^[A-Za-z]:$/.test(part))) return false
  return /^(con|prn|aux|nul|com\d|lpt\d)(\..*)?$/i.test(part) || part.includes(':') || /[. ]$/.test(part)
}

/** Finds the deepest part that exists, and appends the missing names to its real path. */
async function follow(home: WorkspaceRoot, start: string, path: string): Promise<Guarded<GuardedPath>> {
  const missing: string[] = []
  // In parallel: each separate await is a round trip through the thread pool.
  const early = stat(start).catch(() => null)
  let at = start
  let real = await realOrNull(at)
  while (real === null) {
    if (at === home.folder) return refused('The project folder is gone: it was moved, deleted or unmounted.')
    if (await isLink(at)) return refused(`${path} goes through a symbolic link that leads nowhere.`)
    missing.unshift(basename(at))
    at = dirname(at)
    real = await realOrNull(at)
  }
  const absolute = join(real, ...missing)
  if (!isInside(home.folder, absolute))
    return refused(`${path} leads outside the project folder through a symbolic link, and tools work only inside it.`)
  const found = (missing.length === 0 ? await early : null) ?? (await stat(real))
  if (missing.length > 0 && !found.isDirectory()) return refused(problemFrom(errorWithCode('ENOTDIR'), path))
  const kind = missing.length > 0 ? 'none' : found.isFile() ? 'file' : found.isDirectory() ? 'folder' : 'other'
  return { ok: true, absolute, relative: toRelative(home, absolute), exists: missing.length === 0, kind }
}

async function realOrNull(path: string): Promise<string | null> {
  try {
    return await realpath(path)
  } catch (thrown) {
    if (codeOf(thrown) === 'ENOENT') return null
    throw thrown
  }
}

async function isLink(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).isSymbolicLink()
  } catch {
    return false
  }
}

/** Project-relative with forward slashes; `.` for the folder itself. */
export function toRelative(home: WorkspaceRoot, absolute: string): string {
  return relative(home.folder, absolute).split(sep).join('/') || '.'
}

export const errorWithCode = (code: string): Error => Object.assign(new Error(code), { code })

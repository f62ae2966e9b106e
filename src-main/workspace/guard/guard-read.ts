import { isUtf8 } from 'node:buffer'
import { hash } from 'node:crypto'
import { constants as flags } from 'node:fs'
import { type FileHandle, lstat, open, readdir } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { type HeldFolder, holdFolder } from './guard-folder.ts'
import { errorWithCode, resolveName, resolvePath, toRelative } from './guard-path.ts'
import { readQuickly } from './guard-quick.ts'
import { codeOf, problemFrom } from './guard-text.ts'
import { type Guarded, type GuardedPath, refused, type WorkspaceRoot } from './guard-types.ts'

/** Maximum bytes of a file that is read as one text. Larger ones are read in parts. */
const textLimit = 4_000_000

export const hashOf = (bytes: Uint8Array) => hash('sha256', bytes)

export interface FoundText {
  readonly relative: string
  readonly text: string
  readonly hash: string
  readonly size: number
  readonly bom: boolean
}

/** The text of a regular file in UTF-8, without its byte order mark and with its line endings as they are. */
export async function readGuarded(home: WorkspaceRoot, path: string): Promise<Guarded<FoundText>> {
  const named = await resolveName(home, path)
  if (!named.ok) return named
  const quick = readQuickly(home, named.absolute)
  if (quick !== null) return decoded(toRelative(home, named.absolute), quick)
  const opened = await openGuarded(home, path)
  if (!opened.ok) return opened
  try {
    if (opened.size > textLimit) return tooLarge(opened.relative, opened.size)
    const bytes = await readAtMost(opened.file, opened.size, textLimit + 1)
    if (bytes.length > textLimit) return tooLarge(opened.relative, bytes.length)
    return decoded(opened.relative, bytes)
  } catch (thrown) {
    return refused(problemFrom(thrown, path))
  } finally {
    await opened.file.close()
  }
}

export interface OpenedFile {
  readonly file: FileHandle
  readonly relative: string
  readonly size: number
}

/** Opens a regular file for reading. Never blocks on a FIFO, and never opens a device. */
export async function openGuarded(home: WorkspaceRoot, path: string): Promise<Guarded<OpenedFile>> {
  const resolved = await resolvePath(home, path)
  if (!resolved.ok) return resolved
  if (resolved.kind !== 'file') return refused(await notAFile(resolved, path))
  try {
    const file = await openAt(home, resolved.absolute)
    return { ok: true, file, relative: resolved.relative, size: (await file.stat()).size }
  } catch (thrown) {
    return refused(problemFrom(thrown, path))
  }
}

async function openAt(home: WorkspaceRoot, absolute: string): Promise<FileHandle> {
  const folder = await holdFolder(home, dirname(absolute), false)
  try {
    return await openIn(folder, basename(absolute))
  } finally {
    await folder.close()
  }
}

/** Opens a regular file in a held folder, without following a link; throws system errors. */
export async function openIn(folder: HeldFolder, name: string): Promise<FileHandle> {
  // Windows has neither flag; there the Windows path rules and the recheck apply.
  const file = await open(folder.at(name), flags.O_RDONLY | (flags.O_NOFOLLOW ?? 0) | (flags.O_NONBLOCK ?? 0))
  try {
    await folder.recheck()
    const opened = await file.stat()
    if (!opened.isFile()) throw errorWithCode(opened.isDirectory() ? 'EISDIR' : 'ENXIO')
    if ((await lstat(folder.at(name))).isSymbolicLink()) throw errorWithCode('ELOOP')
    return file
  } catch (thrown) {
    await file.close()
    throw thrown
  }
}

async function notAFile(resolved: GuardedPath, path: string): Promise<string> {
  if (resolved.kind === 'folder') return `${path} is a folder, not a file. Use list_directory to see what is in it.`
  if (resolved.kind === 'none') return `There is no ${path}.${await otherCase(resolved)}`
  return `${path} is a FIFO, a socket or a device, not a file, and is not opened.`
}

/** A model often gets only the case wrong. */
async function otherCase(resolved: GuardedPath): Promise<string> {
  try {
    const wanted = basename(resolved.absolute).toLowerCase()
    const near = (await readdir(dirname(resolved.absolute))).find((name) => name.toLowerCase() === wanted)
    return near === undefined ? '' : ` The folder holds ${near}; names differ by case here.`
  } catch (thrown) {
    if (codeOf(thrown) === null) throw thrown
    return ''
  }
}

const tooLarge = (path: string, size: number) => ({
  ok: false as const,
  why: 'too-large' as const,
  problem: `${path} is too large to be read at once: ${size} bytes, of at most ${textLimit}.`,
})

/** @param size the expected number of bytes; a file may grow while it is read */
async function readAtMost(file: FileHandle, size: number, most: number): Promise<Buffer> {
  const parts: Buffer[] = []
  const room = Math.min(size + 1, 262_144)
  let total = 0
  while (total < most) {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(Math.min(room, most - total)), 0)
    if (bytesRead === 0) break
    parts.push(buffer.subarray(0, bytesRead))
    total += bytesRead
  }
  return Buffer.concat(parts)
}

function decoded(path: string, bytes: Buffer): Guarded<FoundText> {
  const unreadable = notText(bytes)
  if (unreadable !== null) return refused(`${path} ${unreadable}`)
  const bom = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  const text = bytes.toString('utf8', bom ? 3 : 0)
  return { ok: true, relative: path, text, hash: hashOf(bytes), size: bytes.length, bom }
}

function notText(bytes: Buffer): string | null {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff))
    return 'is text in UTF-16, and only UTF-8 can be read. Convert it with a command such as iconv.'
  if (bytes.includes(0)) return `is a binary file of ${bytes.length} bytes, not text.`
  if (isUtf8(bytes)) return null
  return 'is not text in UTF-8: it is binary or in another encoding. A command such as iconv can convert it.'
}

import { isUtf8 } from 'node:buffer'
import type { ViewedFile } from '../../../src-shared/api/viewing-requests.ts'
import { FailureError } from '../../../src-shared/base/failure.ts'
import { guardFiles } from '../../workspace/guard/guarded-files.ts'
import type { ProjectWork } from '../workspaces/workspace-services.ts'

/** Of a larger file only the beginning is shown, bytes. */
const limit = 2_000_000

/**
 * A file of a workspace, as it is now or as it was in a snapshot.
 * @throws FailureError if there is no such file in the workspace, or it can't be read
 */
export async function viewedFile(
  { folder, snapshots }: Pick<ProjectWork, 'folder' | 'snapshots'>,
  path: string,
  snapshot: string | null,
): Promise<ViewedFile> {
  if (snapshot === null) return now(folder, path)
  const bytes = await snapshots.fileAt(snapshot, path)
  if (bytes === null) throw missing(`${path} did not exist then.`)
  return { path, size: bytes.length, ...contentOf(bytes.subarray(0, limit), bytes.length > limit) }
}

async function now(folder: string, path: string): Promise<ViewedFile> {
  const opened = await (await guardFiles(folder)).openBytes(path)
  if (!opened.ok) throw missing(opened.problem)
  const parts: Buffer[] = []
  let read = 0
  for await (const part of opened.stream) {
    parts.push(part)
    read += part.length
    if (read > limit) break
  }
  const bytes = Buffer.concat(parts)
  return {
    path: opened.relative,
    size: Math.max(opened.size, bytes.length),
    ...contentOf(bytes.subarray(0, limit), read > limit),
  }
}

type Content = Pick<ViewedFile, 'text' | 'cut' | 'encoding'>

function contentOf(bytes: Buffer, cut: boolean): Content {
  const utf16 = encodingByMark(bytes)
  if (utf16 !== null) return { text: whole(new TextDecoder(utf16).decode(bytes), cut), cut, encoding: 'utf-16' }
  if (bytes.includes(0)) return { text: null, cut, encoding: 'utf-8' }
  // The cut may have gone through a character.
  const end = cut ? bytes.lastIndexOf(10) + 1 || bytes.length : bytes.length
  const lines = bytes.subarray(0, end)
  if (!isUtf8(lines)) return { text: whole(lines.toString('latin1'), cut), cut, encoding: 'latin-1' }
  return { text: new TextDecoder().decode(lines), cut, encoding: 'utf-8' }
}

function encodingByMark(bytes: Buffer): 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : null
}

const whole = (text: string, cut: boolean): string => (cut ? text.slice(0, text.lastIndexOf('\n') + 1) || text : text)

const missing = (message: string) =>
  new FailureError({
    kind: 'not-found',
    message,
    advice: 'It may have been moved or deleted; look for it by name with “Open file…”.',
  })

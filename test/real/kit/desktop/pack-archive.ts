import { cpSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'

interface PackedFile {
  readonly size: number
  readonly offset?: string
  readonly unpacked?: true
  readonly executable?: true
}
interface PackedFolder {
  readonly files: Record<string, PackedFile | PackedFolder>
}

/**
 * Writes an archive in the format of `@electron/asar`: a header of sizes, a JSON index of the files, and then their
 * contents. What `isUnpacked` says lies beside it, in `NAME.unpacked`.
 * Source: https://github.com/electron/asar#format
 * @param files absolute paths by their places in the archive, with `/`
 */
export function packArchive(
  archive: string,
  files: ReadonlyMap<string, string>,
  isUnpacked: (place: string) => boolean,
): void {
  const top: PackedFolder = { files: {} }
  const contents: Buffer[] = []
  let offset = 0
  for (const [place, file] of files) {
    const parts = place.split('/')
    const name = parts.pop() ?? ''
    const { size, mode } = statSync(file)
    const executable = (mode & 0o100) === 0 ? {} : ({ executable: true } as const)
    const folder = parts.reduce(folderIn, top)
    if (isUnpacked(place)) {
      const beside = path.join(`${archive}.unpacked`, place)
      mkdirSync(path.dirname(beside), { recursive: true })
      cpSync(file, beside)
      folder.files[name] = { size, unpacked: true, ...executable }
    } else {
      folder.files[name] = { size, offset: `${offset}`, ...executable }
      contents.push(readFileSync(file))
      offset += size
    }
  }
  writeFileSync(archive, Buffer.concat([headerOf(JSON.stringify(top)), ...contents]))
}

function folderIn(folder: PackedFolder, name: string): PackedFolder {
  const there = folder.files[name]
  if (there !== undefined && 'files' in there) return there
  const made: PackedFolder = { files: {} }
  folder.files[name] = made
  return made
}

/** Two pickles of Chromium's: the size of the second one, and the text, filled up to four bytes. */
function headerOf(index: string): Buffer {
  const text = Buffer.from(index)
  const padded = Math.ceil(text.length / 4) * 4
  const header = Buffer.alloc(16 + padded)
  header.writeUInt32LE(4, 0)
  header.writeUInt32LE(padded + 8, 4)
  header.writeUInt32LE(padded + 4, 8)
  header.writeUInt32LE(text.length, 12)
  text.copy(header, 16)
  return header
}

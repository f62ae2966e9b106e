import { join } from 'node:path'
import { bytesOf, type FileHere, type FoundFile, filesIn, foldersIn, headOf } from '../found-file.ts'
import { sessionLines } from '../session-lines.ts'
import { readCodex } from './read-codex.ts'

/** The latest files that are looked at, whatever folder they are about. */
const maxFiles = 1000
/** Bytes: a first line may contain long instructions. */
const head = 128_000

/** Sessions of Codex: all are in folders by their day, and each says which folder it is about. */
export async function findCodex(place: string, folders: ReadonlySet<string>): Promise<FoundFile[]> {
  const files = await latest(place)
  return files.flatMap(({ name, path, at }): FoundFile[] => {
    const cwd = folderIn(headOf(path, 16_000).toString('utf8'))
    if (cwd === null || !folders.has(cwd)) return []
    const { title, turns } = readCodex(sessionLines([headOf(path, head)]))
    if (turns.length === 0) return []
    const id = name.slice('rollout-'.length, -'.jsonl'.length)
    return [{ tool: 'codex', id, title, at, read: () => readWhole(path) }]
  })
}

async function latest(place: string): Promise<readonly FileHere[]> {
  const found: FileHere[] = []
  for (const year of await foldersIn(place, /^\d{4}$/))
    for (const month of await foldersIn(join(place, year), /^\d\d$/))
      for (const day of await foldersIn(join(place, year, month), /^\d\d$/)) {
        found.push(...(await filesIn(join(place, year, month, day), /^rollout-[\w.:-]{1,150}\.jsonl$/, maxFiles)))
        if (found.length >= maxFiles) return found
      }
  return found
}

/** Also of a first line that is longer than what was read. */
function folderIn(text: string): string | null {
  const quoted = /"cwd":("(?:[^"\\]|\\.)*")/.exec(text)?.[1]
  if (quoted === undefined) return null
  try {
    return String(JSON.parse(quoted))
  } catch {
    return null
  }
}

function readWhole(path: string): ReturnType<FoundFile['read']> {
  const pieces = [bytesOf(path)]
  return { session: readCodex(sessionLines(pieces)), pieces }
}

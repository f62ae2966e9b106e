import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import { bytesOf, type FoundFile, filesIn, foldersIn, headOf } from '../found-file.ts'
import { timeOf, titleOf } from '../lenient.ts'
import { readSession } from '../read-session.ts'
import { lineValue, sessionLines } from '../session-lines.ts'
import { isGemini, readGemini } from './read-gemini.ts'
import { isPi, readPi } from './read-pi.ts'

/** The latest files that are looked at, of one folder and of all. */
const [maxFiles, maxInAll] = [200, 1000]
/** Bytes read of a file to list it. */
const head = 128_000
/** Bytes of a list of tasks or projects. */
const largestList = 20_000_000

/**
 * Sessions of Gemini CLI: in a folder for each project, which is called by a hash of the project's path or, since 2026, by
 * a name that `projects.json` and a file `.project_root` in it give.
 * @param place `.gemini`
 */
export async function findGemini(place: string, folders: ReadonlySet<string>): Promise<FoundFile[]> {
  const all = join(place, 'tmp')
  const hashes = [...folders].map((folder) => createHash('sha256').update(folder).digest('hex'))
  const listed = projects.safeParse(jsonOf(join(place, 'projects.json'), largestList)).data?.projects ?? {}
  // On Windows it writes paths in small letters.
  const isAsked = (path: string) =>
    [...folders].some((folder) => folder === path || (process.platform === 'win32' && folder.toLowerCase() === path))
  const named = Object.entries(listed).flatMap(([path, name]) => (isAsked(path) ? [name] : []))
  const marked = (await foldersIn(all, oneName)).filter((name) =>
    isAsked(
      headOf(join(all, name, '.project_root'), 4096)
        .toString('utf8')
        .trim(),
    ),
  )
  const found: FoundFile[] = []
  for (const name of new Set([...hashes, ...named, ...marked])) {
    if (!oneName.test(name)) continue
    for (const { path, name: file, at } of await filesIn(
      join(all, name, 'chats'),
      /^session-[\w.:-]{1,150}\.jsonl?$/,
      maxFiles,
    )) {
      const read = () => {
        const pieces = [bytesOf(path)]
        return { session: readSession(pieces) ?? readGemini([]), pieces }
      }
      const first = file.endsWith('.json') ? jsonOf(path) : lineValue(firstLine(path))
      if (!isGemini(first)) continue
      const { title, turns } = file.endsWith('.json') ? readGemini([first]) : readGemini(valuesOf(headOf(path, head)))
      if (turns.length > 0) found.push({ tool: 'gemini-cli', id: file.replace(/\.jsonl?$/, ''), title, at, read })
    }
  }
  return found
}

const oneName = /^[\w.-]{1,100}$/
const projects = z.object({ projects: z.record(z.string(), z.string()) })

/** Sessions of pi: in a folder for each project; the first line of each says which it is about. */
export async function findPi(place: string, folders: ReadonlySet<string>): Promise<FoundFile[]> {
  const found: FoundFile[] = []
  let seen = 0
  for (const slug of await foldersIn(place, /^[^/\\]{1,500}$/))
    for (const { path, name, at } of await filesIn(join(place, slug), /^[\w.:-]{1,150}\.jsonl$/, maxFiles)) {
      if (++seen > maxInAll) return found
      const first = lineValue(firstLine(path))
      if (!isPi(first) || !folders.has(folderIn(first))) continue
      const { title, turns } = readPi(valuesOf(headOf(path, head)))
      if (turns.length === 0) continue
      const read = () => {
        const pieces = [bytesOf(path)]
        return { session: readPi(valuesOf(...pieces)), pieces }
      }
      found.push({ tool: 'pi', id: name.slice(0, -'.jsonl'.length), title, at, read })
    }
  return found
}

const withFolder = z.object({ cwd: z.string() })
const folderIn = (value: unknown): string => withFolder.safeParse(value).data?.cwd ?? ''

const tasks = z.array(z.unknown())
const task = z.object({
  id: z.string().regex(/^[\w-]{1,100}$/),
  ts: z.number().optional().catch(undefined),
  task: z.string().catch(''),
  cwdOnTaskInitialization: z.string(),
})

/** Tasks of Cline: a folder for each, and a list of all, which alone says in which folder each was. */
export async function findCline(place: string, folders: ReadonlySet<string>): Promise<FoundFile[]> {
  const listed = tasks.safeParse(jsonOf(join(place, 'state', 'taskHistory.json'), largestList)).data ?? []
  const own = listed
    .flatMap((each) => task.safeParse(each).data ?? [])
    .filter((each) => folders.has(each.cwdOnTaskInitialization))
    .slice(-maxInAll)
  const found: FoundFile[] = []
  for (const { id, ts, task: title } of own) {
    const files = await filesIn(join(place, 'tasks', id), /^(?:api_conversation_history|ui_messages)\.json$/)
    // The messages as they were sent have the results of tools.
    const [file] = files.toSorted((one, other) => one.name.localeCompare(other.name))
    if (file === undefined) continue
    const read = () => {
      const pieces = [bytesOf(file.path)]
      const session = readSession(pieces)
      const none = { tool: 'cline', id, title: titleOf(title), folder: null, turns: [], leftOut: 1 } as const
      return { session: session === null ? none : { ...session, id }, pieces }
    }
    found.push({ tool: 'cline', id, title: titleOf(title), at: timeOf(ts) ?? file.at, read })
  }
  return found
}

/** Of a file that is one value; null if it can't be read, or is none. */
function jsonOf(path: string, most?: number): unknown {
  try {
    return lineValue(bytesOf(path, most).toString('utf8'))
  } catch {
    return null
  }
}

const firstLine = (path: string): string => headOf(path, head).toString('utf8').split('\n')[0] ?? ''

function* valuesOf(...pieces: readonly Buffer[]): Generator<unknown> {
  for (const line of sessionLines(pieces)) yield lineValue(line)
}

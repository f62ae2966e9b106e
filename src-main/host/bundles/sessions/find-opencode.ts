import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { bytesOf, type FoundFile, filesIn, foldersIn, headOf } from './found-file.ts'
import { timeOf } from './lenient.ts'
import { descendants, findInDatabase } from './opencode-database.ts'
import { type OpencodeData, opencodeData, opencodeSession } from './opencode-parts.ts'
import { readOpencode } from './read-opencode.ts'

/** The latest sessions that are looked at, and files of one session. */
const maxSessions = 1000
const maxEntries = 20_000
const largestHead = 1_000_000
const oneId = /^[a-zA-Z0-9_-]{1,100}$/

interface Listed {
  readonly id: string
  readonly path: string
  readonly title: string
  readonly at: number
  readonly folder: string | null
  readonly parent: string | null
}

/**
 * Sessions of opencode: a file for each session, message and part, in `storage`, or since 2026 a database. A session
 * that was moved from the files to the database counts once.
 * @param data opencode's own folder
 */
export async function findOpencode(data: string, folders: ReadonlySet<string>): Promise<FoundFile[]> {
  const stored = findInDatabase(join(data, 'opencode.db'), folders)
  const known = new Set(stored.map(({ id }) => id))
  const files = await findInFiles(join(data, 'storage'), folders)
  return [...stored, ...files.filter(({ id }) => !known.has(id))]
}

async function findInFiles(place: string, folders: ReadonlySet<string>): Promise<FoundFile[]> {
  const all = await listed(place)
  return all.flatMap(({ id, path, title, at, folder, parent }): FoundFile[] => {
    if (parent !== null || folder === null || !folders.has(folder)) return []
    const helpers = descendants(all, id)
    return [{ tool: 'opencode', id, title, at, read: () => readWhole(place, path, helpers) }]
  })
}

async function listed(place: string): Promise<readonly Listed[]> {
  const found: Listed[] = []
  for (const project of await foldersIn(join(place, 'session'), oneId))
    for (const { path, at } of await filesIn(
      join(place, 'session', project),
      /^[a-zA-Z0-9_-]{1,100}\.json$/,
      maxSessions,
    )) {
      const info = opencodeSession.safeParse(parsed(headOf(path, largestHead))).data
      if (info?.id === undefined || !oneId.test(info.id)) continue
      const { id, title = '', directory: folder = null, parentID: parent = null } = info
      found.push({ id, path, title, at: timeOf(info.time?.updated) ?? at, folder, parent })
    }
  return found.sort((one, other) => other.at - one.at).slice(0, maxSessions)
}

function readWhole(place: string, path: string, helpers: readonly Listed[]): ReturnType<FoundFile['read']> {
  const pieces: Buffer[] = []
  const read = (file: string): unknown => {
    const bytes = bytesOf(file)
    pieces.push(bytes)
    return parsed(bytes)
  }
  const data = assembled(place, read(path), read)
  const children = helpers.map((helper) => [helper.id, assembled(place, read(helper.path), read)] as const)
  return { session: readOpencode(data, new Map(children)), pieces }
}

/** In the form of `opencode export`. Ids grow with time, so that their order is that of the session. */
function assembled(place: string, info: unknown, read: (file: string) => unknown): OpencodeData {
  const id = opencodeSession.safeParse(info).data?.id ?? ''
  if (!oneId.test(id)) return { info: {}, entries: [], leftOut: 1 }
  let tooMany = 0
  const few = (ids: readonly string[]) => {
    tooMany += Math.max(0, ids.length - maxEntries)
    return ids.slice(0, maxEntries)
  }
  const messages = few(idsIn(join(place, 'message', id))).map((message) => ({
    info: read(join(place, 'message', id, `${message}.json`)),
    parts: few(idsIn(join(place, 'part', message))).map((part) => read(join(place, 'part', message, `${part}.json`))),
  }))
  const data = opencodeData({ info, messages })
  return data === null ? { info: {}, entries: [], leftOut: 1 } : { ...data, leftOut: data.leftOut + tooMany }
}

/** Regular files, by name. */
function idsIn(folder: string): readonly string[] {
  try {
    const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile())
    const names = files.flatMap(({ name }) => (name.endsWith('.json') ? name.slice(0, -'.json'.length) : []))
    return names.filter((name) => oneId.test(name)).sort()
  } catch {
    return []
  }
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return null
  }
}

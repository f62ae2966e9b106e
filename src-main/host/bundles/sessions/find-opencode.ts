import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { bytesOf, type FoundFile, filesIn, foldersIn, headOf } from './found-file.ts'
import { timeOf } from './lenient.ts'
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
 * Sessions of opencode: a file for each session, message and part, in `storage`. Versions since 2026 use a database
 * instead; what `opencode export` writes can be imported as a file.
 */
export async function findOpencode(place: string, folders: ReadonlySet<string>): Promise<FoundFile[]> {
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

/** Sessions of its helpers, and of theirs. */
function descendants(all: readonly Listed[], id: string): readonly Listed[] {
  const known = new Set([id])
  const found: Listed[] = []
  for (let grown = true; grown; ) {
    const more = all.filter((each) => each.parent !== null && known.has(each.parent) && !known.has(each.id))
    for (const each of more) known.add(each.id)
    found.push(...more)
    grown = more.length > 0
  }
  return found
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
  const messages = idsIn(join(place, 'message', id)).map((message) => ({
    info: read(join(place, 'message', id, `${message}.json`)),
    parts: idsIn(join(place, 'part', message)).map((part) => read(join(place, 'part', message, `${part}.json`))),
  }))
  return opencodeData({ info, messages }) ?? { info: {}, entries: [], leftOut: 1 }
}

/** Regular files, by name. */
function idsIn(folder: string): readonly string[] {
  try {
    const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile())
    const names = files.flatMap(({ name }) => (name.endsWith('.json') ? name.slice(0, -'.json'.length) : []))
    return names
      .filter((name) => oneId.test(name))
      .sort()
      .slice(0, maxEntries)
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

import { join } from 'node:path'
import { bytesOf, type FoundFile, filesIn, headOf } from '../found-file.ts'
import { sessionLines } from '../session-lines.ts'
import { readClaudeCode } from './read-claude-code.ts'

const maxFiles = 200
/** Of one session; further ones are counted as left out. */
const maxHelpers = 500
/** Bytes read for a title. */
const head = 64_000

/** The folder of a project's sessions is named after its path. */
const slugOf = (folder: string): string => folder.replaceAll(/[^a-zA-Z0-9]/g, '-')

/** Sessions of Claude Code; of different paths with one slug, those that say that they were in this folder. */
export async function findClaudeCode(place: string, folders: ReadonlySet<string>): Promise<FoundFile[]> {
  const found: FoundFile[] = []
  for (const slug of new Set([...folders].map(slugOf))) {
    const folder = join(place, slug)
    for (const { name, path, at } of await filesIn(folder, /^[\w-]{1,100}\.jsonl$/, maxFiles)) {
      if (name.startsWith('agent-')) continue
      const { title, folder: inside, turns } = readClaudeCode(sessionLines([headOf(path, head)]))
      if (turns.length === 0 || (inside !== null && !isWithin(inside, folders))) continue
      const id = name.slice(0, -'.jsonl'.length)
      const helpers = await helpersOf(folder, id)
      found.push({ tool: 'claude-code', id, title, at, read: () => readWhole(path, helpers) })
    }
  }
  return found
}

/** Files of its helpers. Earlier versions wrote those of all sessions beside these; a helper is used by its id only. */
async function helpersOf(folder: string, id: string): Promise<readonly string[]> {
  const name = /^agent-[\w-]{1,100}\.jsonl$/
  const own = await filesIn(join(folder, id, 'subagents'), name)
  const beside = await filesIn(folder, name)
  const shared = beside.filter(({ path }) => headOf(path, 4000).includes(`"sessionId":"${id}"`))
  return [...own, ...shared].map(({ path }) => path)
}

function readWhole(path: string, helpers: readonly string[]): ReturnType<FoundFile['read']> {
  const pieces = [path, ...helpers.slice(0, maxHelpers)].map((path) => bytesOf(path))
  const session = readClaudeCode(pieces.flatMap((piece) => [...sessionLines([piece])]))
  const helpersLeftOut = Math.max(0, helpers.length - maxHelpers)
  return { session: helpersLeftOut === 0 ? session : { ...session, helpersLeftOut }, pieces }
}

/** The user may have changed the folder within a session. */
const isWithin = (path: string, folders: ReadonlySet<string>): boolean =>
  [...folders].some((folder) => path === folder || path.startsWith(`${folder}/`) || path.startsWith(`${folder}\\`))

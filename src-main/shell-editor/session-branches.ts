import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { type ConversationTree, latestTurn } from '../../src-shared/run/conversation.ts'
import { readJsonFile, writeJsonFile } from '../host/data-folder/json-file.ts'
import type { EditorParts, EditorSession } from './editor-session.ts'

/**
 * A session is a branch of a conversation. Its id is that of the conversation, and it continues at the end of the newest
 * branch, as in the window. A forked session has an id of its own, and both are then kept with the turn that they are
 * at: one file a session, so that several editors never write the same one.
 */
const branch = z.object({ conversationId: z.string(), leaf: z.string().nullable() })
export type SessionBranch = z.infer<typeof branch>

type Parts = Pick<EditorParts, 'dataFolder'>
const folderOf = ({ dataFolder }: Parts): string => join(dataFolder, 'editor-sessions')
const fileOf = (parts: Parts, sessionId: string): string => join(folderOf(parts), `${sessionId}.json`)
const isId = (id: string): boolean => /^[\w-]{1,64}$/.test(id)

/** Null if the session was never forked. */
export function branchOfSession(parts: Parts, sessionId: string): SessionBranch | null {
  if (!isId(sessionId) || !existsSync(fileOf(parts, sessionId))) return null
  return readJsonFile(fileOf(parts, sessionId), branch.nullable(), null).value
}

/** Keeps where a session is, if it was forked. */
export function keepBranch(parts: Parts, { id, conversationId, leaf }: EditorSession): void {
  if (isId(id) && existsSync(fileOf(parts, id))) writeJsonFile(fileOf(parts, id), { conversationId, leaf })
}

/** @returns the id of a new session at the same turn */
export function forkBranch(parts: Parts, sessionId: string, { conversationId, leaf }: SessionBranch): string {
  const forked = `fork_${randomUUID()}`
  for (const id of [sessionId, forked]) writeJsonFile(fileOf(parts, id), { conversationId, leaf })
  return forked
}

/** Forgets a forked session; what was said on its branch stays in the conversation. @returns whether it was one */
export function forgetFork(parts: Parts, sessionId: string): boolean {
  if (!sessionId.startsWith('fork_') || branchOfSession(parts, sessionId) === null) return false
  rmSync(fileOf(parts, sessionId), { force: true })
  return true
}

/** Forked sessions with their conversations. */
export function forkedSessions(parts: Parts): readonly (SessionBranch & { readonly id: string })[] {
  const names = existsSync(folderOf(parts)) ? readdirSync(folderOf(parts)) : []
  return names
    .filter((name) => name.startsWith('fork_') && name.endsWith('.json'))
    .flatMap((name) => {
      const id = name.slice(0, -'.json'.length)
      const found = branchOfSession(parts, id)
      return found === null ? [] : [{ id, ...found }]
    })
}

/** The turn at which a session continues: where it was left, or, if that turn is gone, the end of the newest branch. */
export function leafOf({ turns }: ConversationTree, kept: SessionBranch | null): string | null {
  const left = turns.find(({ id }) => id === kept?.leaf)
  return (left ?? latestTurn(turns))?.id ?? null
}

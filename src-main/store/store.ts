import type { Conversation, Project, Run, RunStatus, Turn } from '../../src-shared/conversation.ts'
import type { RunEvent, StoredEvent } from '../../src-shared/event.ts'
import type { SearchHit } from '../../src-shared/host-api.ts'
import type { ApprovalRule } from '../../src-shared/settings.ts'

/** One folder, one database. Every method is synchronous; every write is durable when it returns, or was
 *  inside a `transaction` that has returned. Rows are validated when read. */
export interface Store {
  transaction<T>(work: () => T): T
  /** Moves what has gathered in the write-ahead log into the database: call it when nothing waits (every
   *  few seconds, after a run), so that no commit has to. Waits for nobody. */
  checkpoint(): void
  close(): void
  readonly projects: ProjectTable
  readonly conversations: ConversationTable
  readonly turns: TurnTable
  readonly runs: RunTable
  readonly events: EventTable
  readonly bodies: BodyTable
  readonly drafts: DraftTable
  readonly rules: RuleTable
  readonly hosts: HostTable
  readonly search: SearchTable
}
export type ProjectRow = Pick<Project, 'id' | 'folder' | 'name' | 'openedAt'>
export interface ProjectTable {
  /** Most recently opened first. */
  list(): ProjectRow[]
  get(id: string): ProjectRow | undefined
  byFolder(folder: string): ProjectRow | undefined
  save(row: ProjectRow): void
  /** Takes it off the list; its conversations are kept and come back when the folder is opened again. */
  forget(id: string): void
}
export interface ConversationTable {
  /** Not deleted, latest change first. Reads projections only. */
  list(projectId: string): Conversation[]
  get(id: string): Conversation | undefined
  create(row: Pick<Conversation, 'id' | 'projectId' | 'title' | 'createdAt'>): Conversation
  rename(id: string, title: string): void
  setDeleted(id: string, deletedAt: number | null): void
}
export interface TurnTable {
  /** With their runs, oldest first. */
  list(conversationId: string): Turn[]
  get(id: string): Turn | undefined
  create(row: Omit<Turn, 'runs'>): void
}
export interface RunTable {
  get(id: string): Run | undefined
  /** Newest first; of one project or of all. */
  list(projectId: string | null, limit: number): Run[]
  withStatus(statuses: readonly RunStatus[]): { run: Run; owner: string | null }[]
  create(run: Run, owner: string): void
  /** Also moves the conversation's `updatedAt` and its projections. */
  save(run: Run): void
  /** Takes over a run whose owner is gone; false where another was quicker. */
  claim(id: string, from: string | null, owner: string): boolean
}
export interface EventTable {
  /** Appends in one transaction; refuses a gap or a repeated `seq`. Chains each event to the one before by hash. */
  append(runId: string, events: readonly RunEvent[]): void
  read(runId: string, afterSeq: number): StoredEvent[]
  count(runId: string): number
  /** Checks the hash chain: `damagedAt` names the first event that is not what was written. */
  verify(runId: string): { readonly ok: true } | { readonly ok: false; readonly damagedAt: number }
}
export interface BodyTable {
  /** Keeps the text once; answers its SHA-256 in hex. */
  put(text: string): string
  get(ref: string): string | undefined
}
/** Text of a step that has not ended, so that a crash shows what had come. */
export interface Draft {
  readonly path: string
  readonly text: string
  readonly reasoning: string
  readonly output: string
}
export interface DraftTable {
  save(runId: string, draft: Draft): void
  list(runId: string): Draft[]
  clear(runId: string, path: string): void
}
export interface RuleTable {
  list(projectId: string | null): ApprovalRule[]
  add(rule: ApprovalRule): void
  remove(id: string): void
}
/** The processes that use this database, so that only a dead one's runs are called interrupted. */
export interface HostTable {
  register(host: { id: string; pid: number; at: number; url: string | null; shell: string }): void
  beat(id: string, at: number): void
  remove(id: string): void
  list(): { id: string; pid: number; beatAt: number; url: string | null; shell: string }[]
}
export interface SearchTable {
  add(entry: { conversationId: string; turnId: string; runId: string | null; projectId: string; text: string }): void
  /** How many entries a run has. */
  count(conversationId: string, runId: string): number
  /** Any words the user types; never a syntax error. */
  query(projectId: string, words: string, limit: number): SearchHit[]
}

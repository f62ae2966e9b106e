import type { RateBuckets } from '../../src-shared/model/rate-buckets.ts'
import type {
  Conversation,
  ConversationMark,
  Project,
  Run,
  RunStatus,
  Turn,
  TurnMark,
} from '../../src-shared/run/conversation.ts'
import type { SavedBreakpoint } from '../../src-shared/run/debug/breakpoint.ts'
import type { EventType, RunEvent, StoredEvent } from '../../src-shared/run/event.ts'
import type { ApprovalRule } from '../../src-shared/settings/settings.ts'
import type { Changes } from '../../src-shared/workspace/changes.ts'
import type { DamageNote, DamageNotes } from './database/damage-notes.ts'
import type { DigestedTable } from './database/row-digests.ts'
import type { FileAct, OpenFileAct } from './file-act.ts'
import type { OldLogTable } from './log/old-logs.ts'
import type { ReadText } from './log/read-events.ts'
import type { LooseLogTable, TurnListTable } from './log-tables.ts'
import type { OutsideTable, ScoreTable } from './score-tables.ts'
import type { BatchTable, ComparisonTable, TaskTable } from './tables/comparison-tables.ts'
import type { RunOutlineTable } from './tables/run-outlines.ts'
import type { RunStrategyTable } from './tables/run-strategies.ts'
import type { TuningTable } from './tuning-table.ts'
import type { WorkspaceRow, WorkspaceState } from './workspace-row.ts'

/** One folder, one database. Every method is synchronous; every write is durable when it returns, or was
 *  inside a `transaction` that has returned. Rows are validated when read. */
export interface Store {
  transaction<T>(work: () => T): T
  /** Moves the content of the write-ahead log into the database: call it when nothing waits (every
   *  few seconds, after a run), so that no commit has to. Does not wait for other processes. */
  checkpoint(): void
  /** A number that changes whenever another process has written since the last call. Nearly free. */
  writtenElsewhere(): number
  /** Shrinks the file if much of it is unused. Call it when no run is active. @returns whether it did */
  reclaim(): boolean
  /** The damage found so far. */
  readonly damage: DamageNotes
  /** Looks at each row of a table that has digests, and notes those that are not whole. @returns whether all are */
  allWhole(table: DigestedTable): boolean
  /** Makes indexes again that differ from their rows; a table of more than `most` is left alone. @returns whether none did */
  indexesWhole(table: DigestedTable, most: number): boolean
  close(): void
  readonly projects: ProjectTable
  readonly conversations: ConversationTable
  readonly turns: TurnTable
  readonly turnLists: TurnListTable
  readonly runs: RunTable
  readonly queuedMessages: QueuedMessageTable
  readonly events: EventTable
  readonly bodies: BodyTable
  readonly oldLogs: OldLogTable
  readonly looseLogs: LooseLogTable
  readonly drafts: DraftTable
  readonly rules: RuleTable
  readonly breakpoints: BreakpointTable
  readonly hosts: HostTable
  readonly search: SearchTable
  readonly imports: ImportTable
  readonly runStrategies: RunStrategyTable
  readonly runOutlines: RunOutlineTable
  readonly workspaces: WorkspaceTable
  readonly fileActs: FileActTable
  readonly writers: WriterTable
  readonly comparisons: ComparisonTable
  readonly batches: BatchTable
  readonly tasks: TaskTable
  readonly tunings: TuningTable
  readonly scores: ScoreTable
  readonly outside: OutsideTable
  readonly rateBuckets: RateBuckets
}
export type ProjectRow = Pick<Project, 'id' | 'folder' | 'name' | 'openedAt' | 'damaged'>
export interface ProjectTable {
  /** Most recently opened first. */
  list(): ProjectRow[]
  get(id: string): ProjectRow | undefined
  byFolder(folder: string): ProjectRow | undefined
  save(row: ProjectRow): void
  /** Removes it from the list; its conversations are kept, and shown again when the folder is opened again. */
  forget(id: string): void
}
export interface ConversationTable {
  /** Not deleted, latest change first. Reads projections only. */
  list(projectId: string): Conversation[]
  get(id: string): Conversation | undefined
  /** The conversation that the damage was found in; undefined if it is in none. */
  ofDamage(note: DamageNote): Conversation | undefined
  create(row: Pick<Conversation, 'id' | 'projectId' | 'title' | 'createdAt'>): Conversation
  rename(id: string, title: string): void
  /** @param mark null: it is listed by its day */
  mark(id: string, mark: ConversationMark | null): void
  setDeleted(id: string, deletedAt: number | null): void
  /**
   * Lists it with this run's status, strategy and changes, in place of the latest run's, until another run is written.
   */
  listWith(run: Run): void
}
/** Messages that wait for a run to take them, in the order in which they will be sent. */
export interface QueuedMessageTable {
  of(runId: string): readonly string[]
  set(runId: string, messages: readonly string[]): void
}
/** Of a project; the whole list is replaced. */
export interface BreakpointTable {
  of(projectId: string): readonly SavedBreakpoint[]
  set(projectId: string, list: readonly SavedBreakpoint[]): void
}
/** Deleted turns are not returned until they are restored. */
export interface TurnTable {
  /** With their runs, oldest first. */
  list(conversationId: string): Turn[]
  /** The last turns of the newest branch, oldest first, at most the given number. */
  end(conversationId: string, most: number): Turn[]
  get(id: string): Turn | undefined
  /** Ids of the turns that follow a turn (null: that begin the conversation), oldest first. */
  answers(conversationId: string, parentId: string | null): string[]
  create(row: Omit<Turn, 'runs'>): void
  /** Only what is given changes. */
  mark(id: string, mark: Partial<TurnMark>): void
  /** A turn and all that follow it; the conversation's totals are updated. */
  remove(id: string, at: number): void
  /** Also of one that is deleted. */
  conversationOf(id: string): string | undefined
  /** Restores what `remove` of this turn removed; false if it was not removed, or if the turn before it is. */
  restore(id: string): boolean
}
export interface RunTable {
  get(id: string): Run | undefined
  /** Newest first; of one project or of all. */
  list(projectId: string | null, limit: number): Run[]
  /** Of a turn and all that follow it. */
  under(turnId: string): Run[]
  withStatus(statuses: readonly RunStatus[]): { run: Run; owner: string | null }[]
  create(run: Run, owner: string): void
  /** Also moves the conversation's `updatedAt` and its projections. */
  save(run: Run): void
  /** Takes over a run whose owner is gone; false if another host was faster. */
  claim(id: string, from: string | null, owner: string): boolean
}
export interface EventTable {
  /**
   * Appends in one transaction; refuses a gap or a repeated `seq`. Chains each event to the one before by hash.
   * @returns the number of characters written
   */
  append(runId: string, events: readonly RunEvent[]): number
  /** Each checked against the chain; damaged ones are marked. @param most return at most this many, the first ones */
  read(runId: string, afterSeq: number, most?: number): StoredEvent[]
  /** Like `read`, but faster, for events that were read and checked before; null if they have changed since. */
  readKnown(runId: string, afterSeq: number, most: number): RunEvent[] | null
  /** Only those of some types, in order, unchecked. */
  ofType(runId: string, types: readonly EventType[]): StoredEvent[]
  /** The events as they were written, for an export; empty texts for lost ones. */
  texts(runId: string): ReadText[]
  /**
   * Writes a log from another machine, its texts unchanged. The run must not have a log yet.
   * @param damaged the `seq`s of those that were damaged there; they stay marked
   */
  adopt(runId: string, texts: readonly string[], damaged?: ReadonlySet<number>): void
  /**
   * Rewrites a log with an intact chain in an equivalent format. A damaged one stays as it is.
   * @param rewritten maps all its texts to the new ones; null: no change
   * @returns whether it was rewritten
   */
  rewrite(runId: string, rewritten: (texts: readonly string[]) => readonly string[] | null): boolean
  count(runId: string): number
  /** Checks the hash chain: `damagedAt` names the first event that is not what was written. */
  verify(runId: string): { readonly ok: true } | { readonly ok: false; readonly damagedAt: number }
}
export interface BodyTable {
  /** Stores the text once; returns its SHA-256 in hex. @param ref that hash, if it is already known */
  put(text: string, ref?: string): string
  get(ref: string): string | undefined
}
/** Partial text of a step that has not ended, so that it can be shown after a crash. */
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
  /** Those of the project and those of all projects; null: of every project. */
  list(projectId: string | null): ApprovalRule[]
  save(rule: ApprovalRule): void
  remove(id: string): void
}
/** The processes that use this database, so that only a dead one's runs are marked interrupted. */
export interface HostTable {
  /** Also checks that it is still listed. */
  register(host: { id: string; pid: number; at: number; url: string | null; shell: string }): void
  remove(id: string): void
  list(): { id: string; pid: number; beatAt: number; url: string | null; shell: string }[]
  /** Locks a file for as long as this process runs: call it before `register`. @returns a function that unlocks it */
  hold(id: string): () => void
  /** Whether the process that holds this host's lock is alive; null if there is no such lock. */
  isHeld(id: string): boolean | null
  /** The hosts that have a lock file, dead or alive, in the list or not. */
  locked(): string[]
}
export interface SearchTable {
  /** Indexes the text of a turn or an event. */
  add(entry: Omit<SearchEntry, 'title' | 'updatedAt' | 'source' | 'whole'> & { seq: number | null; text: string }): void
  /** Records that a run's log is indexed up to this event; for a turn, that its message is. */
  reach(of: string, seq: number): void
  /** -1 if nothing is. */
  reached(of: string): number
  /** Turns and ended runs that are not fully indexed; oldest first. */
  behind(limit: number): { readonly turns: readonly string[]; readonly runs: readonly string[] }
  /** Newest first; of all projects if none is named. Takes any text the user types; never a syntax error. */
  find(typed: string, where: SearchWhere): SearchEntry[]
  titles(projectId: string | null): { projectId: string; conversationId: string; title: string; updatedAt: number }[]
}
export interface SearchWhere {
  readonly projectId: string | null
  /** `said`: messages and answers; `done`: calls and results. */
  readonly kinds: 'said' | 'done'
  readonly limit: number
}
export interface SearchEntry {
  readonly projectId: string
  readonly conversationId: string
  readonly turnId: string
  readonly runId: string | null
  readonly path: string | null
  readonly kind: 'message' | 'answer' | 'call' | 'result'
  /** The model, or the tool; empty for the user. */
  readonly who: string
  readonly at: number
  readonly title: string
  readonly updatedAt: number
  /** The message, or the JSON text of the event; null if it is gone. */
  readonly source: string | null
  /** Whether the message or event is what was written. */
  readonly whole: boolean
}
export interface WorkspaceTable {
  get(id: string): WorkspaceRow | undefined
  /** Those that exist or are being made, oldest first; of one project, or of all. */
  list(projectId: string | null): WorkspaceRow[]
  create(row: WorkspaceRow): void
  /** False, with nothing changed, if it is in another state. */
  move(id: string, from: WorkspaceState, to: Pick<WorkspaceRow, 'state' | 'host' | 'last'>): boolean
  /** Removes one that was never complete. */
  drop(id: string): void
}
export interface FileActTable {
  /** Returns its number. A run is listed once. */
  add(act: FileAct): number
  finish(number: number, after: string): void
  /** The snapshot that a restore or merge is about to write; null: it was given up without touching a file. */
  aim(number: number, target: string | null): void
  /** Restores and merges in a folder that have not ended. */
  open(place: string): readonly OpenFileAct[]
  /** The newest known state of the files after a run. */
  setAfter(runId: string, after: string): void
  /** In the order they started. */
  list(place: string): FileAct[]
  /** Records a snapshot taken during a run, so that it is kept. */
  keep(runId: string, snapshot: string): void
  /**
   * All snapshots of a project that are referenced.
   * @param deletedBefore conversations deleted before this, in ms, no longer count
   */
  snapshots(projectId: string, deletedBefore: number): string[]
}
/** One writer in a folder at a time, across all processes. */
export interface WriterTable {
  /** False if another host holds it, unless `isGone` says that host is gone. */
  take(place: string, host: string, isGone: (host: string) => boolean): boolean
  release(place: string, host: string): void
}
/** What was imported from other machines. */
export interface ImportTable {
  /** @param row.bundle the file's hash in hex; of another tool's session followed by a space and the session's name */
  add(row: { conversationId: string; bundle: string; importedAt: number }): void
  /** The conversation, if not deleted, that this same file was imported as into a project. */
  find(bundle: string, projectId: string): string | undefined
  /** The conversations, if not deleted, that states of this session were imported as into a project. */
  ofSession(session: string, projectId: string): readonly string[]
  /** Whether a conversation was imported. */
  has(conversationId: string): boolean
  keepChanges(runId: string, kept: KeptChanges): void
  /** The differences between two snapshots that are on another machine. */
  changes(before: string, after: string): Changes | undefined
  /** From the state before a run to the one after it. */
  changesOf(runId: string): Changes | undefined
}
export interface KeptChanges {
  readonly before: string
  readonly after: string
  readonly changes: Changes
}

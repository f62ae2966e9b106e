import { z } from 'zod'
import { failure } from '../base/failure.ts'
import { approvalModes } from '../model/tool.ts'
import { otherTools } from '../strategy/other-tools.ts'
import { strategyChoice } from '../strategy/strategy-info.ts'
import { workModes } from '../strategy/task.ts'
import { besideChange } from '../workspace/beside.ts'
import { startedFiles } from '../workspace/start-files.ts'
import { totals } from './event.ts'
import { forkedFrom } from './forked-from.ts'
import { boundRole } from './leaf-starts.ts'

export const project = z.object({
  id: z.string(),
  /** Absolute path, as the operating system writes it. */
  folder: z.string(),
  name: z.string(),
  openedAt: z.number(),
  /** Current git branch of the user's own repository, or null. */
  branch: z.string().nullable(),
  /** False if the folder is gone or can't be read. */
  present: z.boolean(),
  /** It contains read-only imports: it has no files, and nothing continues in it. */
  readOnly: z.literal(true).optional(),
  /** Its row was damaged on disk: its data may be wrong. */
  damaged: z.literal(true).optional(),
})
export type Project = z.infer<typeof project>

/** `waiting`: for an approval or an answer of the user. `interrupted`: the app ended while it ran. */
export const runStatuses = ['running', 'waiting', 'completed', 'failed', 'aborted', 'interrupted'] as const
export type RunStatus = (typeof runStatuses)[number]

export const changeCount = z.object({ files: z.number(), added: z.number(), removed: z.number() })
export type ChangeCount = z.infer<typeof changeCount>

/** A run as lists and turns show it: a projection of its log. */
export const run = z.object({
  id: z.string(),
  turnId: z.string(),
  conversationId: z.string(),
  projectId: z.string(),
  strategy: strategyChoice,
  roles: z.record(z.string(), boundRole),
  mode: z.enum(workModes),
  approval: z.enum(approvalModes),
  status: z.enum(runStatuses),
  startedAt: z.number(),
  endedAt: z.number().nullable(),
  durationMs: z.number(),
  totals,
  text: z.string(),
  failure: failure.nullable(),
  /** Snapshot ids of the files before and after; null until taken. */
  before: z.string().nullable(),
  after: z.string().nullable(),
  changes: changeCount.nullable(),
  /** What became of files that no snapshot holds: it can't be undone. Not there: nothing. */
  beside: z.array(besideChange).readonly().optional(),
  /** Where it continues from a step of another run. */
  forkedFrom: forkedFrom.optional(),
  /** The isolated copy that it works in; not there if it works in the project's own folder. */
  workspaceId: z.string().optional(),
  /** What became of the files before it, where its message was asked again; not there if nothing had to be done. */
  startedFiles: startedFiles.optional(),
  /** Imported from a file: it shows what was done on another machine, and decides nothing here. */
  imported: z.literal(true).optional(),
  /** Imported from another tool's session: it can only be read. */
  recordedBy: z.enum(otherTools).optional(),
  /** The parts that were damaged on disk: what is shown may be wrong, and is never acted on. */
  damaged: z.enum(['record', 'log']).optional(),
})
export type Run = z.infer<typeof run>

/** A user's marks on a turn; they apply to the branches through it. */
export const turnMark = z.object({ name: z.string().nullable(), starred: z.boolean(), archived: z.boolean() })
export type TurnMark = z.infer<typeof turnMark>

/** One user message and the runs that answer it. Turns form a tree through `parentId`. */
export const turn = z.object({
  id: z.string(),
  conversationId: z.string(),
  parentId: z.string().nullable(),
  message: z.string(),
  createdAt: z.number(),
  runs: z.array(run),
  mark: turnMark.optional(),
  /** It was damaged on disk: what is shown may be wrong. */
  damaged: z.literal(true).optional(),
})
export type Turn = z.infer<typeof turn>

/** Where a conversation is listed if not by its day. Archived ones stand at the end, and search finds them. */
export const conversationMark = z.enum(['pinned', 'archived'])
export type ConversationMark = z.infer<typeof conversationMark>

/** A conversation as the list shows it. */
export const conversation = z.object({
  id: z.string(),
  projectId: z.string(),
  title: z.string(),
  createdAt: z.number(),
  updatedAt: z.number(),
  /** Of the latest run; null before the first. */
  status: z.enum(runStatuses).nullable(),
  strategy: z.string().nullable(),
  cost: z.number().nullable(),
  turns: z.number(),
  /** ms that its latest run worked, without waiting; null before the first. */
  workMs: z.number().nullable().optional(),
  /** US dollars that its latest run cost; null if that is not known, or before the first. `cost` is that of all its runs. */
  runCost: z.number().nullable().optional(),
  /** How many branches it has; said by the list alone, which counts them. */
  branches: z.number().optional(),
  changes: changeCount.nullable(),
  mark: conversationMark.optional(),
  deletedAt: z.number().nullable(),
  /** Its row, or a message or a run in it, was damaged on disk. */
  damaged: z.literal(true).optional(),
})
export type Conversation = z.infer<typeof conversation>

export interface ConversationTree {
  readonly conversation: Conversation
  readonly turns: readonly Turn[]
  /**
   * The turn whose branch is opened in place of the newest one: the better lane of a comparison. Not there: the newest.
   */
  readonly opened?: string
}

/** The path from the root to a turn, oldest first. Unknown ids give an empty path. */
export function branchTo(turns: readonly Turn[], turnId: string): Turn[] {
  const byId = new Map(turns.map((each) => [each.id, each]))
  const found = new Set<Turn>()
  for (let at = byId.get(turnId); at !== undefined; at = at.parentId === null ? undefined : byId.get(at.parentId)) {
    if (found.has(at)) break
    found.add(at)
  }
  return [...found].reverse()
}

/** The newest leaf: where a conversation is opened. */
export function latestTurn(turns: readonly Turn[]): Turn | undefined {
  const parents = new Set(turns.map((each) => each.parentId))
  return turns
    .filter((each) => !parents.has(each.id))
    .reduce<Turn | undefined>(
      (latest, each) => (latest === undefined || each.createdAt >= latest.createdAt ? each : latest),
      undefined,
    )
}

import { z } from 'zod'
import { changeCount, conversationMark, runStatuses } from '../../../src-shared/run/conversation.ts'
import { parseEvent, type RunEvent, type StoredEvent } from '../../../src-shared/run/event.ts'
import { type ApprovalRule, ruleDecisions } from '../../../src-shared/settings/settings.ts'
import { changes } from '../../../src-shared/workspace/changes.ts'
import { workspaceCopy } from '../../../src-shared/workspace/workspace.ts'
import type { FileAct, OpenFileAct } from '../file-act.ts'
import { fileActKinds } from '../file-act.ts'
import type { WorkspaceRow } from '../workspace-row.ts'

/** Every shape that leaves the database, parsed. SQL names its columns as the schemas here do. */
export const projectRow = z.object({ id: z.string(), folder: z.string(), name: z.string(), openedAt: z.number() })

/** JSON text in a column, parsed by `shape`. */
export const inJson = <T extends z.ZodType>(shape: T) =>
  z.string().transform((text, context): z.output<T> => {
    const parsed = shape.safeParse(jsonOf(text))
    if (parsed.success) return parsed.data
    context.addIssue({ code: 'custom', message: parsed.error.message })
    return z.NEVER
  })
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The rest of a damaged row is still shown. */
export const conversationRow = z.object({
  id: z.string(),
  projectId: z.string(),
  title: z.string().catch(''),
  createdAt: z.number().catch(0),
  updatedAt: z.number().catch(0),
  status: z.enum(runStatuses).nullable().catch(null),
  strategy: z.string().nullable().catch(null),
  cost: z.number().nullable().catch(null),
  turns: z.number().catch(0),
  workMs: z.number().nullable().catch(null),
  runCost: z.number().nullable().catch(null),
  branches: z.number().optional().catch(undefined),
  changes: inJson(changeCount).nullable().catch(null),
  deletedAt: z.number().nullable().catch(null),
  mark: conversationMark.nullable().catch(null),
  logDamaged: z.number(),
})

export const turnRow = z.object({
  id: z.string(),
  conversationId: z.string(),
  parentId: z.string().nullable(),
  message: z.string().catch(''),
  createdAt: z.number().catch(0),
  name: z.string().nullable().catch(null),
  starred: z.number().catch(0),
  archived: z.number().catch(0),
})
export const deletionRow = z.object({
  conversationId: z.string(),
  parentId: z.string().nullable(),
  deletedBy: z.string().nullable(),
})

export const headRow = z.object({ seq: z.number(), hash: z.instanceof(Uint8Array) })
export const eventRow = z.object({ seq: z.number(), text: z.string(), hash: z.instanceof(Uint8Array) })
export const bodyRow = z.object({ text: z.string() })
export const draftRow = z.object({ path: z.string(), text: z.string(), reasoning: z.string(), output: z.string() })

export const ruleRow: z.ZodType<ApprovalRule> = z.object({
  id: z.string(),
  projectId: z.string().nullable(),
  tool: z.string(),
  pattern: z.string(),
  // Of a damaged row it may be anything: what it says is used only to deny.
  decision: z.enum(ruleDecisions).catch('deny'),
  createdAt: z.number(),
})

export const hostRow = z.object({
  id: z.string(),
  pid: z.number(),
  beatAt: z.number(),
  url: z.string().nullable(),
  shell: z.string(),
})

export const workspaceRow: z.ZodType<WorkspaceRow> = workspaceCopy.extend({
  owner: z.string().nullable(),
  state: z.enum(['making', 'ready', 'removing', 'removed']),
  host: z.string().nullable(),
  last: z.string().nullable(),
})

export const fileActRow: z.ZodType<FileAct> = z.object({
  place: z.string(),
  projectId: z.string(),
  kind: z.enum(fileActKinds),
  runId: z.string().nullable(),
  at: z.number(),
  before: z.string(),
  after: z.string().nullable(),
})

export const openFileActRow: z.ZodType<OpenFileAct> = z.object({
  number: z.number(),
  before: z.string(),
  target: z.string().nullable(),
})

export const numberRow = z.object({ number: z.number() })
export const writerRow = z.object({ host: z.string() })

export const foundRow = z.object({
  projectId: z.string(),
  conversationId: z.string(),
  turnId: z.string(),
  runId: z.string().nullable(),
  seq: z.number().nullable(),
  path: z.string().nullable(),
  kind: z.enum(['message', 'answer', 'call', 'result']),
  who: z.string(),
  at: z.number(),
  title: z.string(),
  updatedAt: z.number(),
  source: z.string().nullable(),
  whole: z.number().transform((flag) => flag === 1),
})
export const titleRow = foundRow.pick({ projectId: true, conversationId: true, title: true, updatedAt: true })
export const countRow = z.object({ count: z.number() })
export const idRow = z.object({ id: z.string() })
export const seqRow = z.object({ seq: z.number() })
export const wordRow = z.object({ name: z.string() })

/** An event as stored: the chain covers this exact text. */
export const eventText = (event: RunEvent): string => JSON.stringify(event)

/**
 * Parses a stored event; one that is no longer valid is shown as unknown, never dropped.
 * @param whole whether it is what was written
 */
export function storedEvent(seq: number, text: string, before: StoredEvent | undefined, whole: boolean): StoredEvent {
  try {
    const event = parseEvent(text)
    if (event.seq === seq) return whole ? event : { ...event, damaged: true }
  } catch {
    // Damaged text.
  }
  return { seq, at: before?.at ?? 0, ms: before?.ms ?? 0, type: 'unknown', raw: text, damaged: true }
}

/** What an import stored of a run's files. */
export const keptChangesRow = z.object({ changes: inJson(changes) })

/** A strategy that a run was executed with. */
export const keptStrategyRow = z.object({
  name: z.string(),
  ref: z.string(),
  imported: z.number().transform((flag) => flag === 1),
})

export const stamped = z.object({ id: z.string(), stamp: z.string() })

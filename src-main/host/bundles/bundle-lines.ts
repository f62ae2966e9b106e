import { z } from 'zod'
import { turnMark } from '../../../src-shared/run/conversation.ts'
import { changes, snapshotId as snapshot } from '../../../src-shared/workspace/changes.ts'
import { bundledRun, plausibleTime } from './plausible-numbers.ts'

/**
 * A bundle: one file with a complete run or conversation, to be opened on another machine. Gzipped JSON lines, each
 * with its kind in `t`, in this order: `bundle`, `conversation`, `strategy`…, `turn`… (parents first), and for each run
 * `run`,
 * `body`…, `event`…, `log`, `changes`…; `end` comes last, so that a truncated file is noticed.
 *
 * Version 1: events list the messages of earlier turns one by one. 2: by the last link of their list; links are bodies.
 *
 * Ids are those of the machine it was made on, and are valid within the file only.
 */
export const bundleVersion = 2

const id = z.string().min(1).max(64)
const ref = z.string().regex(/^[0-9a-f]{64}$/)
const maxTitle = 500
const maxMessage = 4_000_000

/** Project-relative with forward slashes: it is shown, and must not point outside the project. */
const filePath = z
  .string()
  .max(4096)
  .refine((path) => !/^([/\\]|[a-z]:)|\0/i.test(path) && !path.split(/[/\\]/).includes('..'), 'no path in a project')

const changedFiles = changes.extend({
  files: z.array(changes.shape.files.unwrap().element.extend({ path: filePath })).max(100_000),
  notCovered: z.array(filePath).max(100_000),
})

export const bundleLine = z.discriminatedUnion('t', [
  z.object({
    t: z.literal('bundle'),
    version: z.number().int().min(1),
    /** Version of the app that made it. */
    app: z.string().max(100),
    /** ms since 1970. */
    at: plausibleTime,
  }),
  z.object({ t: z.literal('conversation'), title: z.string().max(maxTitle), createdAt: plausibleTime }),
  /** A strategy of a user or a project, with its source, which the log refers to by a hash. */
  z.object({
    t: z.literal('strategy'),
    name: z.string().regex(/^[a-z][a-z0-9-]{0,59}$/),
    text: z.string().max(1_000_000),
  }),
  z.object({
    t: z.literal('turn'),
    id,
    parentId: id.nullable(),
    message: z.string().max(maxMessage),
    createdAt: plausibleTime,
    mark: turnMark.nullable(),
  }),
  /** `strategies`: SHA-256 of the sources it was executed with, in hex. */
  z.object({
    t: z.literal('run'),
    run: bundledRun.extend({ id, turnId: id }),
    strategies: z.array(ref).max(100).default([]),
  }),
  /** `ref`: SHA-256 of the text, in hex. */
  z.object({ t: z.literal('body'), ref, text: z.string() }),
  /** A body that the log refers to and that was already lost. */
  z.object({ t: z.literal('lost'), ref }),
  /** The event as it was written; `damaged`: it was damaged on disk of the other machine, and stays marked. */
  z.object({ t: z.literal('event'), text: z.string(), damaged: z.literal(true).optional() }),
  /** Ends a run's events: their number, and the last hash of their chain, in hex. */
  z.object({ t: z.literal('log'), count: z.number().int().min(0), hash: z.string().max(64) }),
  /** What differs between two states of the files. */
  z.object({ t: z.literal('changes'), before: snapshot, after: snapshot, changes: changedFiles }),
  /** Number of preceding lines. */
  z.object({ t: z.literal('end'), lines: z.number().int().min(0) }),
])
export type BundleLine = z.infer<typeof bundleLine>
export type LineOf<T extends BundleLine['t']> = Extract<BundleLine, { t: T }>

import { z } from 'zod'
import { id, nowhere, read, readOnce, result, write } from './request-shape.ts'

/**
 * What can be written as a file. `bundle`: all of it, to open on another machine; `markdown`: the conversation to be
 * read; `jsonl`: a run's events, a line each; `chrome-trace`: a run for Perfetto; `otlp`: a run as OpenTelemetry spans.
 */
export const exportFormats = ['bundle', 'markdown', 'chrome-trace', 'otlp', 'jsonl'] as const
export type ExportFormat = (typeof exportFormats)[number]

export const exportSubject = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('run'), id }),
  z.object({ kind: z.literal('conversation'), id }),
])
export type ExportSubject = z.infer<typeof exportSubject>

/** Secrets of one kind that are taken out of a file, and some of the places they stood in, in words. */
export interface Redacted {
  readonly kind: string
  readonly count: number
  readonly places: readonly string[]
}

/** A file that is ready to be saved, and what was taken out of it. */
export interface PreparedExport {
  readonly exportId: string
  /** A name for the file, without a folder. */
  readonly fileName: string
  /** Bytes. */
  readonly size: number
  readonly redacted: readonly Redacted[]
  /** What the person should know besides, a sentence each. */
  readonly notes: readonly string[]
}

export interface ImportReport {
  readonly projectId: string
  readonly conversationId: string
  readonly title: string
  readonly turns: number
  readonly runs: number
  /** It was imported there before; nothing was written. */
  readonly already: boolean
  /** What the person should know, a sentence each. */
  readonly notes: readonly string[]
}

/** Bytes of a file in one message; as base64 a third more. */
export const partSize = 3_000_000
const part = z
  .string()
  .max(Math.ceil(partSize / 3) * 4)
  .regex(/^[A-Za-z0-9+/]*={0,2}$/)

/** Files go over the window's own pipe in parts, as base64. */
export const exportRequests = {
  /** Makes the file in memory, secrets taken out, so that a person sees what was before anything is written. */
  'export-prepare': readOnce(
    z.object({
      subject: exportSubject,
      format: z.enum(exportFormats),
      /** Also what was damaged on the disk, marked as such in the file; refused if it is not asked for. */
      damaged: z.boolean().optional(),
    }),
    result<PreparedExport>(),
  ),
  /** `part` counts from 0. */
  'export-read': read(
    z.object({ exportId: id, part: z.number().int().min(0).max(10_000) }),
    result<{ readonly bytes: string; readonly last: boolean }>(),
  ),
}

/** A file comes in parts, in their order, and is taken in once it is whole. */
export const importRequests = {
  'import-begin': write(z.object({}), result<{ readonly importId: string }>(), nowhere),
  'import-add': write(z.object({ importId: id, bytes: part }), result<null>(), nowhere),
  /** Looks at all of it, then writes all of it or nothing. `projectId`: null for the project of what is only read. */
  'import-finish': write(z.object({ importId: id, projectId: id.nullable() }), result<ImportReport>(), nowhere),
}

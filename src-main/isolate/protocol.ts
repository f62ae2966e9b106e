import { z } from 'zod'
import { failure } from '../../src-shared/base/failure.ts'
import { type Json, type JsonObject, json } from '../../src-shared/base/json.ts'

/** What the host's side asks of the thread that holds an isolate. All texts are JSON unless it says otherwise. */
export type Request =
  /** TypeScript to JavaScript; then its definition. */
  | { readonly kind: 'read'; readonly file: string; readonly text: string }
  /** Evaluates a file that was read in an engine of that number, and makes the strategy's root routine. */
  | {
      readonly kind: 'begin'
      readonly engine: number
      readonly file: string
      readonly code: string
      readonly begin: string
    }
  /** Takes a routine to its next step, or its end. */
  | { readonly kind: 'advance'; readonly engine: number; readonly advance: string }
  /** Ends that engine and gives its memory back. */
  | { readonly kind: 'end'; readonly engine: number }

export interface Begin {
  readonly options: JsonObject
  readonly task: Json
  readonly wraps: boolean
}

/** How a routine in the isolate continues. `kept` names values that never left it. */
export type Input =
  | { readonly kind: 'value'; readonly value?: unknown }
  | { readonly kind: 'kept'; readonly id: number }
  | { readonly kind: 'kept-list'; readonly ids: readonly number[] }
  | { readonly kind: 'failure'; readonly failure: Json }
  | { readonly kind: 'error'; readonly id: number }
  | { readonly kind: 'other'; readonly message: string }

/** What went wrong with the file itself; `line` counts from 1, 0 if it is not known. */
const broken = z.object({ kind: z.literal('broken'), message: z.string(), line: z.number() })

export const threw = z.object({
  kind: z.literal('threw'),
  id: z.number(),
  /** If a failed step was let through. */
  failure: failure.nullable(),
  message: z.string(),
  stack: z.string(),
})

/** What the thread answers. It comes out of untrusted code, so it is judged here. */
export const reply = z.discriminatedUnion('kind', [
  broken,
  z.object({ kind: z.literal('read'), code: z.string(), definition: z.string() }),
  z.object({ kind: z.literal('begun'), routine: z.number() }),
  /** `size`: characters of the text it came as. */
  z.object({ kind: z.literal('step'), step: z.unknown(), size: z.number() }),
  z.object({ kind: z.literal('ended') }),
  z.object({ kind: z.literal('done'), id: z.number() }),
  z.object({ kind: z.literal('whole'), value: json }),
  threw,
])
export type Reply = z.infer<typeof reply>
/** What the thread says for itself, beside what the engine says. */
export type Told = Extract<Reply, { kind: 'broken' | 'read' | 'ended' }>

/** The texts that are put beside a user's file in the isolate. */
export interface IsolateTexts {
  readonly vocabulary: string
  readonly driver: string
}

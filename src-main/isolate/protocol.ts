import { z } from 'zod'
import { failure } from '../../src-shared/base/failure.ts'
import { type Json, type JsonObject, json } from '../../src-shared/base/json.ts'
import type { PromptTexts } from '../../src-shared/strategy/prompts.ts'

/** The requests of the host to the thread that runs an isolate. All texts are JSON unless noted. */
export type Request =
  /** TypeScript to JavaScript; then its definition. */
  | { readonly kind: 'read'; readonly file: string; readonly text: string }
  /** Evaluates a loaded file in the engine of that number, and creates the strategy's root routine. */
  | {
      readonly kind: 'begin'
      readonly engine: number
      readonly file: string
      readonly code: string
      readonly begin: string
    }
  /** Advances a routine to its next step, or its end. */
  | { readonly kind: 'advance'; readonly engine: number; readonly advance: string }
  /** Ends that engine and frees its memory. */
  | { readonly kind: 'end'; readonly engine: number }

export interface Begin {
  readonly options: JsonObject
  /** The texts of the strategy's prompts, by name. */
  readonly prompts: PromptTexts
  readonly task: Json
  readonly wraps: boolean
}

/** How a routine in the isolate continues. `kept` names values that stayed inside. */
export type Input =
  | { readonly kind: 'value'; readonly value?: unknown }
  | { readonly kind: 'kept'; readonly id: number }
  | { readonly kind: 'kept-list'; readonly ids: readonly number[] }
  | { readonly kind: 'failure'; readonly failure: Json }
  | { readonly kind: 'error'; readonly id: number }
  | { readonly kind: 'other'; readonly message: string }
  /** Not a routine but a handler of a tool: the reply is `begun`, with the routine that carries out this call. */
  | { readonly kind: 'call'; readonly value: Json }
  /** It does not continue: the reply is a `threw` whose stack says where it stands. */
  | { readonly kind: 'where' }

/** What is wrong with the file itself; `line` counts from 1, 0 if unknown. */
const broken = z.object({ kind: z.literal('broken'), message: z.string(), line: z.number() })

export const threw = z.object({
  kind: z.literal('threw'),
  id: z.number(),
  /** If the strategy did not catch a failed step. */
  failure: failure.nullable(),
  message: z.string(),
  stack: z.string(),
})

/** The thread's responses. They come from untrusted code, so they are validated here. */
export const reply = z.discriminatedUnion('kind', [
  broken,
  z.object({ kind: z.literal('read'), code: z.string(), definition: z.string() }),
  z.object({ kind: z.literal('begun'), routine: z.number() }),
  /** `size`: characters of its JSON text. */
  z.object({ kind: z.literal('step'), step: z.unknown(), size: z.number() }),
  z.object({ kind: z.literal('ended') }),
  z.object({ kind: z.literal('done'), id: z.number() }),
  z.object({ kind: z.literal('whole'), value: json }),
  threw,
])
export type Reply = z.infer<typeof reply>
/** Messages of the thread itself, apart from the engine's. */
export type ThreadReply = Extract<Reply, { kind: 'broken' | 'read' | 'ended' }>

/** The sources that are loaded with a user's file in the isolate. */
export interface IsolateTexts {
  readonly vocabulary: string
  readonly driver: string
}

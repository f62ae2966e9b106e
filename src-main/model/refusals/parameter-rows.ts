import type { JsonObject } from '../../../src-shared/base/json.ts'

/** A part of the parameters that a request can do without. */
export interface ParameterRow {
  /** How it is remembered, and passed to `Wire.parameters`. */
  readonly term: string
  /** How servers name it, if not by the term itself. */
  readonly said?: RegExp
  /** An error with these words is about it, whatever names it has. */
  readonly about?: RegExp
  /** What it is called, if not by its term. */
  readonly what?: string
  /** Whether it was sent; left out: whether there is a parameter of this name. */
  readonly isSent?: (parameters: JsonObject) => boolean
}

/** A request is none without these. */
const needed: ReadonlySet<string> = new Set(['model', 'stream'])
/** A text that names one of these is about it, whatever else it names: most are refused because of thinking. */
const sampling: readonly string[] = ['temperature', 'top_p', 'top_k', 'presence_penalty', 'frequency_penalty']

/**
 * What of the parameters can be left out, in the order in which it is tried: how to draw, what this API has its own
 * forms of, and every other parameter by its own name.
 * @param own rows of the API
 */
export function parameterRows(parameters: JsonObject, own: readonly ParameterRow[]): readonly ParameterRow[] {
  const handled = new Set([...needed, ...sampling, ...own.map(({ term }) => term)])
  const others = Object.keys(parameters).filter((name) => !handled.has(name))
  return [...sampling.map((term) => ({ term })), ...own, ...others.map((term) => ({ term }))].filter((row) =>
    wasSent(row, parameters),
  )
}

const wasSent = ({ term, isSent }: ParameterRow, parameters: JsonObject): boolean =>
  isSent === undefined ? Object.hasOwn(parameters, term) : isSent(parameters)

export const isSampling = ({ term }: ParameterRow): boolean => sampling.includes(term)

/** Whether a word of the text is this name; `maxTokens` and `max tokens` are `max_tokens`. */
export function isNamed(name: string, text: string): boolean {
  const words = name.split('_').map((word) => word.replace(/[^a-z0-9]/gi, ''))
  return new RegExp(`(?<![a-z0-9_])${words.join('[ _-]?')}(?![a-z0-9_])`, 'i').test(text)
}

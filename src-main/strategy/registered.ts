import { z } from 'zod'
import type { Failure } from '../../src-shared/base/failure.ts'
import type { Json, JsonObject } from '../../src-shared/base/json.ts'
import {
  type PromptBook,
  type PromptTable,
  type PromptTexts,
  promptInfos,
  promptProblem,
  promptTexts,
} from '../../src-shared/strategy/prompts.ts'
import type { StrategyInfo } from '../../src-shared/strategy/strategy-info.ts'
import type { Strategy } from './steps.ts'
import type { StrategyDefinition } from './strategy.ts'
import { jsonSchemaOf } from './strategy-tools/strategy-tool.ts'

/**
 * A definition with its options type closed over: outside this file, options are unvalidated
 * JSON; inside `build`, they have the type of the definition's schema.
 */
export interface Registered {
  readonly info: StrategyInfo
  /** Its source text, if it is not built in. */
  readonly text?: string
  /** @param book default prompts that replace the present ones, as an earlier run had them */
  build(options: JsonObject, inner: Strategy | null, book?: PromptBook): Made
}
export type Made =
  | { readonly ok: true; readonly strategy: Strategy }
  | { readonly ok: false; readonly failure: Failure }

/** @param source its origin, if it is not built in */
export function registered<O>(definition: StrategyDefinition<O>, source?: StrategyInfo['source']): Registered {
  const { name, title, summary, version, wrapper, roles, phases, prompts: table } = definition
  const optionsSchema = jsonSchemaOf(definition.options)
  const prompts = promptInfos(table)
  const shown = { name, title, summary, version, wrapper, roles, phases, optionsSchema }
  const info = prompts.length === 0 ? shown : { ...shown, prompts }
  return {
    info: source === undefined ? info : { ...info, source },
    build: (options, inner, book = {}) => {
      const { prompts: changed = {}, ...others } = options
      const parsed = definition.options.safeParse(prompts.length === 0 ? options : others)
      if (!parsed.success) return { ok: false, failure: badOptions(name, definition.options, parsed.error) }
      const texts = prompts.length === 0 ? { texts: {} } : readTexts(changed, table)
      if ('wrong' in texts) return { ok: false, failure: badPrompts(name, texts.wrong, table) }
      return { ok: true, strategy: definition.build(parsed.data, inner, { ...book[name], ...texts.texts }, book) }
    },
  }
}

type ReadTexts = { readonly texts: PromptTexts } | { readonly wrong: string }

function readTexts(changed: Json, table: PromptTable): ReadTexts {
  const read = promptTexts.safeParse(changed)
  if (!read.success) return { wrong: 'prompts: must be texts by the names of the prompts' }
  for (const [prompt, text] of Object.entries(read.data)) {
    const known = Object.hasOwn(table, prompt) ? table[prompt] : undefined
    if (known === undefined) return { wrong: `there is no prompt called ${JSON.stringify(prompt)}` }
    const problem = promptProblem(known, text)
    if (problem !== null) return { wrong: `the prompt ${prompt}: ${problem}` }
  }
  return { texts: read.data }
}

const badPrompts = (name: string, wrong: string, table: PromptTable): Failure => ({
  kind: 'options-invalid',
  message: `The options of ${name} do not fit: ${wrong.replace(/\.$/, '')}.`,
  advice: `Correct it, or go back to the default. Its prompts are: ${Object.keys(table).join(', ')}.`,
})

function badOptions(name: string, schema: z.ZodType, error: z.ZodError): Failure {
  const wrong = error.issues.map((issue) => `${issue.path.join('.') || 'options'}: ${issue.message}`).join('; ')
  const known = schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
  const advice = known.length === 0 ? 'This strategy has no options.' : `Its options are: ${known.join(', ')}.`
  return { kind: 'options-invalid', message: `The options of ${name} do not fit: ${wrong}.`, advice }
}

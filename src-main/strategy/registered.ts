import { z } from 'zod'
import type { Failure } from '../../src-shared/base/failure.ts'
import type { JsonObject } from '../../src-shared/base/json.ts'
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
  build(options: JsonObject, inner: Strategy | null): Made
}
export type Made =
  | { readonly ok: true; readonly strategy: Strategy }
  | { readonly ok: false; readonly failure: Failure }

/** @param source its origin, if it is not built in */
export function registered<O>(definition: StrategyDefinition<O>, source?: StrategyInfo['source']): Registered {
  const { name, title, summary, version, wrapper, roles, phases } = definition
  const optionsSchema = jsonSchemaOf(definition.options)
  const info = { name, title, summary, version, wrapper, roles, phases, optionsSchema }
  return {
    info: source === undefined ? info : { ...info, source },
    build: (options, inner) => {
      const parsed = definition.options.safeParse(options)
      if (!parsed.success) return { ok: false, failure: badOptions(name, definition.options, parsed.error) }
      return { ok: true, strategy: definition.build(parsed.data, inner) }
    },
  }
}

function badOptions(name: string, schema: z.ZodType, error: z.ZodError): Failure {
  const wrong = error.issues.map((issue) => `${issue.path.join('.') || 'options'}: ${issue.message}`).join('; ')
  const known = schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
  const advice = known.length === 0 ? 'This strategy has no options.' : `Its options are: ${known.join(', ')}.`
  return { kind: 'options-invalid', message: `The options of ${name} do not fit: ${wrong}.`, advice }
}

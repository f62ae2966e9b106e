import { z } from 'zod'
import type { Failure } from '../../src-shared/failure.ts'
import type { JsonObject } from '../../src-shared/json.ts'
import type { StrategyChoice, StrategyInfo } from '../../src-shared/strategy-info.ts'
import { annealing } from './annealing.ts'
import { bestOfN } from './best-of-n.ts'
import { chat } from './chat.ts'
import { jsonSchemaOf } from './own-tool.ts'
import { planAndExecute } from './plan-and-execute.ts'
import { planReviseExecute } from './plan-revise-execute.ts'
import { react } from './react.ts'
import { redGreenRefactor } from './red-green-refactor.ts'
import { reflection } from './reflection.ts'
import type { Strategy } from './steps.ts'
import type { StrategyDefinition } from './strategy.ts'
import { tdd } from './tdd.ts'
import { toolLoop } from './tool-loop.ts'
import { twoStage } from './two-stage.ts'
import { conversation } from './with-conversation.ts'
import { retry } from './with-retry.ts'

/**
 * A definition with its options type closed over: outside this file options are plain JSON that has not been
 * judged, inside `build` they are what the definition's schema says.
 */
interface Registered {
  readonly info: StrategyInfo
  build(options: JsonObject, inner: Strategy | null): Made
}
type Made = { readonly ok: true; readonly strategy: Strategy } | { readonly ok: false; readonly failure: Failure }

function registered<O>(definition: StrategyDefinition<O>): Registered {
  const { name, title, summary, version, wrapper, roles, phases } = definition
  return {
    info: { name, title, summary, version, wrapper, roles, phases, optionsSchema: jsonSchemaOf(definition.options) },
    build: (options, inner) => {
      const parsed = definition.options.safeParse(options)
      if (!parsed.success) return { ok: false, failure: badOptions(name, definition.options, parsed.error) }
      return { ok: true, strategy: definition.build(parsed.data, inner) }
    },
  }
}

/** Every strategy of the app. A new one is one line here. */
const all: readonly Registered[] = [
  registered(toolLoop),
  registered(chat),
  registered(planReviseExecute),
  registered(planAndExecute),
  registered(reflection),
  registered(react),
  registered(twoStage),
  registered(tdd),
  registered(redGreenRefactor),
  registered(annealing),
  registered(bestOfN),
  registered(conversation),
  registered(retry),
]
const byName = new Map(all.map((each) => [each.info.name, each]))

/** All strategies, as the window draws them. */
export const strategyInfos = (): readonly StrategyInfo[] => all.map((each) => each.info)

export type Built =
  | { readonly ok: true; readonly strategy: Strategy; readonly version: string }
  | { readonly ok: false; readonly failure: Failure }

/** Wrappers nest no deeper than this. */
const deepest = 16

/**
 * Makes the chosen strategy. `version` names every strategy in the choice with its version, such as
 * `conversation@1(tool-loop@1)`: a run is resumed only where it is the same.
 */
export function buildStrategy(choice: StrategyChoice, depth = 0): Built {
  const found = byName.get(choice.name)
  if (found === undefined) return { ok: false, failure: unknownName(choice.name) }
  if (depth >= deepest)
    return { ok: false, failure: invalid(`More than ${deepest} strategies are nested.`, 'Nest fewer.') }
  const label = `${choice.name}@${found.info.version}`
  if (!found.info.wrapper) {
    if (choice.inner !== undefined) return { ok: false, failure: takesNone(choice.name) }
    return versioned(found.build(choice.options, null), label)
  }
  if (choice.inner === undefined) return { ok: false, failure: takesOne(choice.name) }
  const inner = buildStrategy(choice.inner, depth + 1)
  return inner.ok ? versioned(found.build(choice.options, inner.strategy), `${label}(${inner.version})`) : inner
}

const versioned = (made: Made, version: string): Built => (made.ok ? { ...made, version } : made)

const names = (wrapper: boolean): string =>
  all
    .filter((each) => each.info.wrapper === wrapper)
    .map((each) => each.info.name)
    .join(', ')

function unknownName(name: string): Failure {
  return {
    kind: 'strategy-unknown',
    message: `There is no strategy called ${JSON.stringify(name)}.`,
    advice: `Choose one of: ${names(false)}; or a wrapper: ${names(true)}.`,
  }
}

const takesNone = (name: string): Failure =>
  invalid(`The strategy ${name} wraps no other, but an inner strategy was given.`, `Wrappers are: ${names(true)}.`)

const takesOne = (name: string): Failure =>
  invalid(`The strategy ${name} wraps another one, and no inner strategy was given.`, `Choose one of: ${names(false)}.`)

function badOptions(name: string, schema: z.ZodType, error: z.ZodError): Failure {
  const wrong = error.issues.map((issue) => `${issue.path.join('.') || 'options'}: ${issue.message}`).join('; ')
  const known = schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
  const advice = known.length === 0 ? 'This strategy has no options.' : `Its options are: ${known.join(', ')}.`
  return invalid(`The options of ${name} do not fit: ${wrong}.`, advice)
}

const invalid = (message: string, advice: string): Failure => ({ kind: 'options-invalid', message, advice })

import type { Failure } from '../../src-shared/base/failure.ts'
import type { PromptBook } from '../../src-shared/strategy/prompts.ts'
import type { StrategyChoice, StrategyInfo } from '../../src-shared/strategy/strategy-info.ts'
import { agent } from './built-in/agent.ts'
import { annealing } from './built-in/annealing/annealing.ts'
import { bestOfN } from './built-in/best-of-n/best-of-n.ts'
import { chat } from './built-in/chat.ts'
import { planAndExecute } from './built-in/plan/plan-and-execute.ts'
import { planReviseExecute } from './built-in/plan/plan-revise-execute.ts'
import { react } from './built-in/react/react.ts'
import { reflection } from './built-in/reflection.ts'
import { redGreenRefactor } from './built-in/test-first/red-green-refactor.ts'
import { tdd } from './built-in/test-first/tdd.ts'
import { twoStage } from './built-in/two-stage.ts'
import { conversation } from './built-in/with-conversation.ts'
import { retry } from './built-in/with-retry.ts'
import { toolLoop } from './loop/tool-loop.ts'
import { bookOf } from './prompt-book.ts'
import { type Made, type Registered, registered } from './registered.ts'
import type { Strategy } from './steps.ts'

/** Every built-in strategy. A new one is one line here. */
const all: readonly Registered[] = [
  registered(toolLoop),
  registered(chat),
  registered(agent),
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

export type Built =
  | { readonly ok: true; readonly strategy: Strategy; readonly version: string }
  | { readonly ok: false; readonly failure: Failure }

/** The available strategies. */
export interface Strategies {
  /** All strategies, as the window shows them. */
  infos(): readonly StrategyInfo[]
  /**
   * Makes the chosen strategy. `version` names every strategy in the choice with its version, such as
   * `conversation@1(tool-loop@1)`: a run is resumed only if it is the same.
   * @param book default prompts that replace the present ones, as an earlier run had them
   */
  build(choice: StrategyChoice, book?: PromptBook): Built
}

/** Maximum nesting of wrappers. */
const deepest = 16

/** The built-in strategies and users' strategies. Users' strategies can't take built-in names. */
export function strategiesWith(others: () => readonly Registered[]): Strategies {
  const list = () => [...all, ...others()]
  const names = (wrapping: boolean): string =>
    list()
      .filter(({ info }) => (wrapping ? info.wrapper !== false : info.wrapper !== true))
      .map((each) => each.info.name)
      .join(', ')

  function build(choice: StrategyChoice, book: PromptBook | undefined, depth: number): Built {
    const found = list().find((each) => each.info.name === choice.name)
    if (found === undefined) return { ok: false, failure: unknownName(choice.name, names(false), names(true)) }
    if (depth >= deepest)
      return { ok: false, failure: invalid(`More than ${deepest} strategies are nested.`, 'Nest fewer.') }
    const label = `${choice.name}@${found.info.version}`
    const { wrapper } = found.info
    if (choice.inner === undefined) {
      if (wrapper === true) return { ok: false, failure: takesOne(choice.name, names(false)) }
      return versioned(found.build(choice.options, null, book), label)
    }
    if (wrapper === false) return { ok: false, failure: takesNone(choice.name, names(true)) }
    const inner = build(choice.inner, book, depth + 1)
    if (!inner.ok) return inner
    return versioned(found.build(choice.options, inner.strategy, book), `${label}(${inner.version})`)
  }
  return { infos: () => list().map((each) => each.info), build: (choice, book) => build(choice, book, 0) }
}

const builtIn = strategiesWith(() => [])
/** The default prompts of the built-in strategies. */
export const builtInPrompts: PromptBook = bookOf(all)

/** The built-in strategies only. */
export const strategyInfos = builtIn.infos
export const buildStrategy = builtIn.build

const versioned = (made: Made, version: string): Built => (made.ok ? { ...made, version } : made)

const unknownName = (name: string, plain: string, wrappers: string): Failure => ({
  kind: 'strategy-unknown',
  message: `There is no strategy called ${JSON.stringify(name)}.`,
  advice: `Choose one of: ${plain}; or a wrapper: ${wrappers}.`,
})

const takesNone = (name: string, wrappers: string): Failure =>
  invalid(`The strategy ${name} wraps no other, but an inner strategy was given.`, `Wrappers are: ${wrappers}.`)

const takesOne = (name: string, plain: string): Failure =>
  invalid(`The strategy ${name} wraps another one, and no inner strategy was given.`, `Choose one of: ${plain}.`)

const invalid = (message: string, advice: string): Failure => ({ kind: 'options-invalid', message, advice })

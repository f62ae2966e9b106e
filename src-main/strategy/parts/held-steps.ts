import type { Failure } from '../../../src-shared/base/failure.ts'
import { noLimits, type ToolLimits } from '../../../src-shared/model/tool.ts'
import type { Outcome } from '../../../src-shared/strategy/strategy-info.ts'
import type { Routine, Step } from '../steps.ts'

/** What the steps of an inner strategy are held to, whichever strategy it is. */
export interface Held {
  /** Which files they may change, beyond what they say themselves. */
  readonly limits: ToolLimits
  /** `new`: every prompt to another agent begins a session that knows nothing of the ones before. */
  readonly sessions: 'conversation' | 'new'
}

export const notHeld: Held = { limits: noLimits, sessions: 'conversation' }

export const isLimited = ({ writable, readOnly }: ToolLimits): boolean => writable !== null || readOnly.length > 0

/**
 * The same work with every tool call and every prompt to an agent held to the limits, those in its phases, branches and
 * copies too. A child run, whose steps can't be seen from here, is refused if there are limits.
 */
export function* heldSteps<T>(routine: Routine<T>, held: Held): Routine<T> {
  let turn = routine.next()
  while (!turn.done) {
    const step = turn.value
    let answer: unknown
    try {
      answer = step.kind === 'delegate' && isLimited(held.limits) ? refusedChild : yield heldStep(step, held)
    } catch (error) {
      turn = routine.throw(error)
      continue
    }
    turn = routine.next(answer)
  }
  return turn.value
}

function heldStep(step: Step, held: Held): Step {
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- the other steps change no files by themselves
  switch (step.kind) {
    case 'run-tool':
      return { ...step, limits: both(step.limits, held.limits) }
    case 'prompt-agent': {
      const session = held.sessions === 'new' && step.session === 'conversation' ? 'new' : step.session
      return { ...step, limits: both(step.limits, held.limits), session }
    }
    case 'all':
      return { ...step, branches: step.branches.map((branch) => heldSteps(branch, held)) }
    case 'phase':
    case 'in-copy':
      return { ...step, body: heldSteps(step.body, held) }
    case 'delegate': {
      const restricted = [...(step.task.held ?? []), ...(held.limits.held ?? [])]
      const own = restricted.filter((each, at) => restricted.indexOf(each) === at)
      return own.length === 0 ? step : { ...step, task: { ...step.task, held: own } }
    }
    default:
      return step
  }
}

/** Of two lists of what may be written, only the patterns that are in both. */
const both = (one: ToolLimits, other: ToolLimits): ToolLimits => {
  const [first, second] = [one.writable, other.writable]
  const writable = first !== null && second !== null ? first.filter((each) => second.includes(each)) : (first ?? second)
  const held = [...(one.held ?? []), ...(other.held ?? [])]
  return { writable, readOnly: [...new Set([...one.readOnly, ...other.readOnly])], ...(held.length > 0 && { held }) }
}

const childRefused: Failure = {
  kind: 'strategy-gave-up',
  message: 'No child run is started in a phase that may write only some files.',
  advice: 'Let the inner strategy do this work itself.',
}
const refusedChild: Outcome = {
  status: 'failed',
  text: '',
  messages: [],
  calls: [],
  meta: {},
  failure: childRefused,
}

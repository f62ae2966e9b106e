import { z } from 'zod'
import { parseOutside } from '../../../src-shared/base/excess.ts'
import type { AssistantMessage, ToolCall } from '../../../src-shared/model/message.ts'
import { type Prompts, prompt } from '../../../src-shared/strategy/prompts.ts'
import type { Task } from '../../../src-shared/strategy/task.ts'
import { contextOption } from '../context/context-policy.ts'
import { loopFor, loopOutcome } from '../loop/loop.ts'
import { timesOption } from '../loop/loop-options.ts'
import { loopPrompts } from '../loop/loop-prompts.ts'
import { functionCalling, type LoopCustom, type LoopPhases, untilAnswered } from '../loop/protocol.ts'
import { executedIn, type Round } from '../loop/rounds.ts'
import { runLoop } from '../loop/tool-loop.ts'
import { note, phase, type Routine } from '../steps.ts'
import { defineStrategy } from '../strategy.ts'

const options = z.strictObject({
  context: contextOption,
  maxCycles: timesOption(1, 1000, 3, 'Cycles of action and tool phase in a turn; then the answer is asked for'),
  maxRefusals: timesOption(1, 100, 3, 'Refused repetitions in a turn after which the answer is asked for'),
  callsPerPhase: timesOption(1, 20, 1, 'Tool calls in one tool phase; the model is stopped when it has made so many'),
})

const twoStagePrompts = {
  repeatedCall: prompt(
    'Stands for the result of a repeated call',
    'You made this very call earlier in this turn, with the same arguments. Use its earlier result, which is above, ' +
      'and do not repeat the call.',
  ),
  manyRepeats: prompt(
    'Asks for the answer after too many repeated calls',
    'You have repeated calls {count} times. No more tools can be used. Give your final answer now, from the results ' +
      'you have, and say plainly what is open.',
    { optional: ['count'] },
  ),
  cyclesUsed: prompt(
    'Asks for the answer after the last cycle',
    'All {count} cycles of this turn are used. No more tools can be used. Give your final answer now, from the results ' +
      'you have, and say plainly what is open.',
    { optional: ['count'] },
  ),
  ...loopPrompts,
}
type TwoStageOptions = z.infer<typeof options> & { readonly prompts: Prompts<typeof twoStagePrompts> }

/**
 * The contract:
 *
 * 1. Action phase: the model's stream ends at its first complete call (at `callsPerPhase` complete ones). Tool
 *    phase: exactly that call runs. Both are one cycle.
 * 2. A call whose signature already ran in this turn is refused with a pointer to the earlier result; that is not a
 *    cycle. A call that was cut off is reported to the model and is a cycle.
 * 3. At `maxRefusals` refusals, or `maxCycles` cycles, the model must answer now: exactly one last call,
 *    without tools.
 */
const twoStages = (task: Task, chosen: TwoStageOptions): LoopCustom => ({
  protocol: {
    ...functionCalling,
    request: (messages, tools) => ({ messages, tools, stopAfterCalls: tools.length === 0 ? 0 : chosen.callsPerPhase }),
    parse: (reply, round) => {
      const parsed = functionCalling.parse(reply, round)
      return { ...parsed, message: withFirstCalls(parsed.message, chosen.callsPerPhase) }
    },
  },
  policy: {
    ...untilAnswered,
    refuse: (calls, rounds) => refuseRepeated(calls, rounds, task.project ?? '', chosen.prompts.repeatedCall()),
    shouldStop: (rounds) => shouldStop(rounds, chosen),
    finalAttempts: 1,
  },
  phases: actionAndTool,
})

const actionAndTool: LoopPhases = {
  wrapModelCall: (body, round, final) =>
    final ? phase('answer', body) : phase('action', body, `action ${round + 1}`, round),
  wrapToolCalls: (body, round) => phase('tool', body, `tool ${round + 1}`, round),
}

function refuseRepeated(calls: readonly ToolCall[], rounds: readonly Round[], project: string, repeated: string) {
  // A call that was cut off never ran, so there is no result to point to.
  const ran = executedIn(rounds).filter(({ call, refused }) => call.complete && !refused)
  const seen = new Set(ran.map(({ call }) => signatureOf(call, project)))
  return calls.map((call) => {
    if (!call.complete) return null
    const signature = signatureOf(call, project)
    if (seen.has(signature)) return repeated
    seen.add(signature)
    return null
  })
}

/** Rounds with a call that was not refused, be it run or reported to the model as cut. */
const cyclesIn = (rounds: readonly Round[]): number =>
  rounds.filter((round) => executedIn([round]).some(({ refused }) => !refused)).length

const refusalsIn = (rounds: readonly Round[]): number => executedIn(rounds).filter(({ refused }) => refused).length

/** If the server sends more calls than requested: as many complete ones as may run; if none is complete, all. */
function withFirstCalls(message: AssistantMessage, most: number): AssistantMessage {
  const complete = message.toolCalls.filter((call) => call.complete)
  return complete.length >= most ? { ...message, toolCalls: complete.slice(0, most) } : message
}

function* shouldStop(rounds: readonly Round[], chosen: TwoStageOptions): Routine<string | null> {
  const [refused, cycles] = [refusalsIn(rounds), cyclesIn(rounds)]
  for (let at = refusalsIn(rounds.slice(0, -1)); at < refused; at++) {
    yield* note(`refusal ${at + 1} of ${chosen.maxRefusals}: a repeated call`, { refused: at + 1 })
  }
  if (refused >= chosen.maxRefusals) {
    yield* note('answer asked for: too many repeated calls', { refused, cycles })
    return chosen.prompts.manyRepeats({ count: refused })
  }
  if (cycles < chosen.maxCycles) return null
  yield* note(`answer asked for: ${cycles} cycles done`, { refused, cycles })
  return chosen.prompts.cyclesUsed({ count: cycles })
}

/**
 * Tool name, canonical arguments and project. Arguments that are not JSON are used as they are, without the
 * surrounding space.
 */
export function signatureOf(call: ToolCall, project: string): string {
  return JSON.stringify([project, call.tool, canonical(call.arguments)])
}

function canonical(text: string): string {
  try {
    return JSON.stringify(inKeyOrder(parseOutside(text.trim() === '' ? '{}' : text)))
  } catch {
    return `not JSON: ${text.trim()}`
  }
}

/** Objects become lists of pairs in the order of their keys, so that no key (`__proto__`, `1`) is special. */
function inKeyOrder(value: unknown): unknown {
  if (Array.isArray(value)) return ['list', ...value.map(inKeyOrder)]
  if (typeof value !== 'object' || value === null) return value
  const pairs = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return ['object', ...pairs.map(([key, each]) => [key, inKeyOrder(each)])]
}

export const twoStage = defineStrategy({
  name: 'two-stage',
  title: 'Two-stage',
  summary: 'Calls one tool at a time, never repeats a call, and answers after a few rounds.',
  version: 1,
  wrapper: false,
  options,
  prompts: twoStagePrompts,
  roles: [{ name: 'engineer', purpose: 'Does the work' }],
  phases: [
    { name: 'action', to: ['tool'] },
    { name: 'tool', to: ['action', 'answer'], when: { answer: 'limit reached' } },
    { name: 'answer', to: [] },
  ],
  build: (chosen) =>
    function* (task) {
      // The limit is the number of cycles; the user is not asked for more.
      const loop = loopFor(task, 'engineer', { ...chosen, maxTurns: Number.POSITIVE_INFINITY })
      const end = yield* runLoop({ ...loop, ...twoStages(task, chosen) })
      const facts = { cycles: cyclesIn(end.rounds), duplicatesBlocked: refusalsIn(end.rounds) }
      return loopOutcome(task, end, facts)
    },
})

import { z } from 'zod'
import type { AssistantMessage, FinishReason, ToolCall } from '../../../../src-shared/model/message.ts'
import type { ToolInfo } from '../../../../src-shared/model/tool.ts'
import { loopWork } from '../../loop/loop.ts'
import { type Heard, type LoopManner, type Rounds, usualManner } from '../../loop/protocol.ts'
import { runLoop } from '../../loop/tool-loop.ts'
import { timesOption } from '../../loop/turns-option.ts'
import { withSystem } from '../../messages.ts'
import { outcomeOf } from '../../outcome.ts'
import { note, phase, type Routine } from '../../steps.ts'
import { defineStrategy } from '../../strategy.ts'
import { argumentsFor } from './react-arguments.ts'
import { parseReact } from './react-parser.ts'
import { asReactText, cutInside, finishNow, reactSystem, unreadable } from './react-text.ts'

/**
 * The tool loop in text: calls are read out of the answer and results are shown as text. In the loop, and in
 * the conversation that is kept, they are calls and results like any others.
 *
 * @param before messages before the loop, so that made-up call ids are unique in the conversation
 */
function reactManner(tools: readonly ToolInfo[], maxCycles: number, before: number): LoopManner {
  return {
    ...usualManner,
    request: (messages) => ({
      messages: asReactText(messages),
      tools: [],
      stop: ['\nObservation:', '\n**Observation'],
    }),
    hear: (message, finish, round) => heard(message, finish, `act_${before}_${round + 1}`, tools),
    enough: (so) => enough(so, maxCycles),
    asking: (body, round, last) => (last ? phase('answer', body) : phase('think', body, `think ${round + 1}`, round)),
    answering: (body, round) => phase('act', body, `act ${round + 1}`, round),
    lastInstruction: finishNow,
  }
}

function heard(said: AssistantMessage, finish: FinishReason, id: string, tools: readonly ToolInfo[]): Heard {
  // Calls in the endpoint's own way were not asked for and are not known to be whole.
  const message = { ...said, toolCalls: [] }
  if (said.text.trim() === '') return { message, problem: said.toolCalls.length === 0 ? null : unreadable(onlyCalls) }
  const move = parseReact(said.text)
  if (move.kind === 'malformed') return { message, problem: unreadable(move.problem) }
  if (move.kind === 'finish') return { message: { ...message, text: move.text }, problem: null }
  // Plain text has no end of its own: one that was cut looks whole (T9).
  if (finish === 'length' && move.input.kind === 'plain') return { message, problem: unreadable(cutInside) }
  const made = argumentsFor(move.tool, move.input, tools)
  if (!made.ok) return { message, problem: unreadable(made.problem) }
  const call: ToolCall = { id, tool: move.tool, arguments: made.text, complete: true }
  return { message: { ...message, text: move.thought, toolCalls: [call] }, problem: null }
}

const onlyCalls = 'It has no text, and tool calls of your own making are not known here.'

function* enough({ rounds }: Rounds, maxCycles: number): Routine<string | null> {
  if (rounds < maxCycles) return null
  yield* note(`answer asked for: ${rounds} cycles done`, { cycles: rounds })
  return finishNow
}

const options = z.strictObject({
  maxCycles: timesOption(1, 1000, 30, 'Cycles of thought, action and observation; then the answer is asked for'),
})

/** For models that cannot call tools. */
export const react = defineStrategy({
  name: 'react',
  title: 'ReAct',
  summary: 'Thought, action and observation as plain text, for models that cannot call tools.',
  version: 1,
  wrapper: false,
  options,
  roles: [{ name: 'engineer', purpose: 'Does the work' }],
  phases: [
    { name: 'think', to: ['act', 'think', 'answer'] },
    { name: 'act', to: ['think', 'answer'] },
    { name: 'answer', to: [] },
  ],
  build: ({ maxCycles }) =>
    function* (task) {
      // The cycles are the limit; the user is not asked for more.
      const work = loopWork(task, 'engineer', Number.POSITIVE_INFINITY)
      const messages = withSystem(`${task.system}\n\n${reactSystem(work.tools)}`.trim(), task.messages)
      const manner = reactManner(work.tools, maxCycles, task.messages.length)
      const end = yield* runLoop({ ...work, messages, manner })
      const { rounds, ending, spent, cutOff } = end
      // The last answer, asked for when the cycles are done, is none of them.
      const meta = { cycles: Math.min(rounds, maxCycles), ending, spent, cutOff }
      return outcomeOf(task, { text: end.text, added: end.added, calls: end.calls, meta }, end.failure)
    },
})

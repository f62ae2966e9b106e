import { z } from 'zod'
import type { ModelReply, ToolCall } from '../../../../src-shared/model/message.ts'
import type { ToolInfo } from '../../../../src-shared/model/tool.ts'
import { contextOption } from '../../context/context-policy.ts'
import { loopFor, loopOutcome } from '../../loop/loop.ts'
import { timesOption } from '../../loop/loop-options.ts'
import {
  functionCalling,
  type LoopPhases,
  type LoopPolicy,
  type ParsedReply,
  type ToolProtocol,
  untilAnswered,
} from '../../loop/protocol.ts'
import { runLoop } from '../../loop/tool-loop.ts'
import { withSystem } from '../../messages.ts'
import { note, phase, type Routine } from '../../steps.ts'
import { defineStrategy } from '../../strategy.ts'
import { argumentsFor } from './react-arguments.ts'
import { parseReact } from './react-parser.ts'
import { asReactText, cutInside, type ReactPrompts, reactPrompts, reactSystem } from './react-text.ts'

/**
 * The tool loop in text: calls are parsed from the answer and results are shown as text. In the loop, and in
 * the stored conversation, they are ordinary calls and results.
 *
 * @param before messages before the loop, so that generated call ids are unique in the conversation
 */
const reactProtocol = (tools: readonly ToolInfo[], before: number, prompts: ReactPrompts): ToolProtocol => ({
  ...functionCalling,
  request: (messages) => ({
    messages: asReactText(messages),
    tools: [],
    stop: ['\nObservation:', '\n**Observation'],
  }),
  parse: (reply, round) => {
    const { message, problem } = parse(reply, `act_${before}_${round + 1}`, tools)
    return { message, problem: problem === null ? null : prompts.unreadable({ problem }) }
  },
})

const reactPhases: LoopPhases = {
  wrapModelCall: (body, round, final) =>
    final ? phase('answer', body) : phase('think', body, `think ${round + 1}`, round),
  wrapToolCalls: (body, round) => phase('act', body, `act ${round + 1}`, round),
}

/** @param id of the call that the text is read as */
function parse({ message: reply, finish }: ModelReply, id: string, tools: readonly ToolInfo[]): ParsedReply {
  // Native calls were not offered and may not be complete.
  const message = { ...reply, toolCalls: [] }
  if (reply.text.trim() === '') return { message, problem: reply.toolCalls.length === 0 ? null : onlyCalls }
  const move = parseReact(reply.text)
  if (move.kind === 'malformed') return { message, problem: move.problem }
  if (move.kind === 'finish') return { message: { ...message, text: move.text }, problem: null }
  // Plain text does not show its end: text that was cut off looks complete (T9).
  if (finish === 'length' && move.input.kind === 'plain') return { message, problem: cutInside }
  const made = argumentsFor(move.tool, move.input, tools)
  if (!made.ok) return { message, problem: made.problem }
  const call: ToolCall = { id, tool: move.tool, arguments: made.text, complete: true }
  return { message: { ...message, text: move.thought, toolCalls: [call] }, problem: null }
}

const onlyCalls = 'It has no text, and tool calls of your own making are not known here.'

const atMost = (maxCycles: number, prompts: ReactPrompts): LoopPolicy => ({
  ...untilAnswered,
  *shouldStop({ length }): Routine<string | null> {
    if (length < maxCycles) return null
    yield* note(`answer asked for: ${length} cycles done`, { cycles: length })
    return prompts.finalAnswer()
  },
})

const options = z.strictObject({
  maxCycles: timesOption(1, 1000, 30, 'Cycles of thought, action and observation; then the answer is asked for'),
  context: contextOption,
})

/** For models that cannot call tools. */
export const react = defineStrategy({
  name: 'react',
  title: 'ReAct',
  summary: 'Thought, action and observation as plain text, for models that cannot call tools.',
  version: 1,
  wrapper: false,
  options,
  prompts: reactPrompts,
  roles: [{ name: 'engineer', purpose: 'Does the work' }],
  phases: [
    { name: 'think', to: ['act', 'think', 'answer'], when: { act: 'tool call', think: 'unreadable', answer: 'done' } },
    { name: 'act', to: ['think', 'answer'], when: { answer: 'limit reached' } },
    { name: 'answer', to: [] },
  ],
  build: ({ maxCycles, context, prompts }) =>
    function* (task) {
      // The limit is the number of cycles; the user is not asked for more.
      const loop = loopFor(task, 'engineer', { maxTurns: Number.POSITIVE_INFINITY, context, prompts })
      const messages = withSystem(`${task.system}\n\n${reactSystem(prompts, loop.tools)}`.trim(), task.messages)
      const protocol = reactProtocol(loop.tools, task.messages.length, prompts)
      const end = yield* runLoop({
        ...loop,
        messages,
        protocol,
        policy: atMost(maxCycles, prompts),
        phases: reactPhases,
      })
      // The final answer, requested after the last cycle, is not a cycle.
      return loopOutcome(task, end, { cycles: Math.min(end.rounds.length, maxCycles) })
    },
})

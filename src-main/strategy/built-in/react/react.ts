import { z } from 'zod'
import type { ToolInfo } from '../../../../src-shared/model/tool.ts'
import { contextOption } from '../../context/context-policy.ts'
import { loopFor, loopOutcome } from '../../loop/loop.ts'
import { timesOption } from '../../loop/loop-options.ts'
import { defaultLoopPrompts } from '../../loop/loop-prompts.ts'
import {
  functionCalling,
  type LoopPhases,
  type LoopPolicy,
  type ToolProtocol,
  untilAnswered,
} from '../../loop/protocol.ts'
import { runLoop } from '../../loop/tool-loop.ts'
import { withSystem } from '../../messages.ts'
import { note, phase, type Routine } from '../../steps.ts'
import { defineStrategy } from '../../strategy.ts'
import { messagesInText, textStops } from '../../text-calls/messages-in-text.ts'
import { readTextCall } from '../../text-calls/read-text-call.ts'
import { type ReactPrompts, reactPrompts, reactSystem } from './react-text.ts'

/**
 * The tool loop in text: calls are parsed from the answer and results are shown as text. In the loop, and in
 * the stored conversation, they are ordinary calls and results.
 *
 * @param before messages before the loop, so that generated call ids are unique in the conversation
 */
const reactProtocol = (tools: readonly ToolInfo[], before: number, prompts: ReactPrompts): ToolProtocol => ({
  ...functionCalling,
  native: false,
  // What stands before another action is a thought.
  isAnswer: (message) => functionCalling.isAnswer(message) && message.toolCalls.length === 0,
  request: (messages) => ({
    messages: messagesInText(messages),
    tools: [],
    stop: textStops,
  }),
  parse: (reply, round) => {
    const { message, problem } = readTextCall(reply, `act_${before}_${round + 1}`, tools)
    return { message, problem: problem === null ? null : prompts.unreadable({ problem }) }
  },
})

const reactPhases: LoopPhases = {
  wrapModelCall: (body, round, final) =>
    final ? phase('answer', body) : phase('think', body, `think ${round + 1}`, round),
  wrapToolCalls: (body, round) => phase('act', body, `act ${round + 1}`, round),
}

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
  version: 2,
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
      const loop = loopFor(task, 'engineer', {
        maxTurns: Number.POSITIVE_INFINITY,
        context,
        prompts: { ...defaultLoopPrompts, ...prompts },
      })
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

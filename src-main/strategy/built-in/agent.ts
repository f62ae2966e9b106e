import { z } from 'zod'
import type { Failure } from '../../../src-shared/base/failure.ts'
import type { Message } from '../../../src-shared/model/message.ts'
import { prompt } from '../../../src-shared/strategy/prompts.ts'
import { assistantText, userText } from '../messages.ts'
import { outcomeOf } from '../outcome.ts'
import { type Answer, promptAgent, StepFailed } from '../steps.ts'
import { defineStrategy } from '../strategy.ts'

const options = z.strictObject({
  agent: z.string().min(1).max(40).default('opencode').describe('The agent, by its name in Settings → Agents'),
  model: z.string().max(500).default('').describe('The model, as the agent calls it; empty: its own choice'),
  mode: z.string().max(500).default('').describe('The mode, as the agent calls it; empty: its own choice'),
})

/**
 * One prompt to another agent. In a conversation its last session goes on; an agent that can't continue it is told what
 * was said.
 *
 * A failure of the agent is in the outcome, not thrown: a wrapper such as retry may try again.
 */
export const agent = defineStrategy({
  name: 'agent',
  title: 'Agent',
  summary: 'Has another agent do the work, such as opencode or Gemini CLI, with its own model, prompts and tools.',
  version: 1,
  wrapper: false,
  options,
  prompts: {
    before: prompt(
      'Tells an agent whose session is new what was said before',
      'This was said before:\n\n{conversation}\n\nNow do what follows.',
      { required: ['conversation'] },
    ),
    undone: prompt(
      'Tells an agent in its next prompt which of its changes were undone',
      'You changed files that may not be changed in this part of the work, so they were put back as they were before:\n' +
        '{files}\nLeave them alone.',
      { required: ['files'] },
    ),
  },
  roles: [],
  phases: [],
  build: ({ agent: name, model, mode, prompts }) =>
    function* (task) {
      const split = task.messages.findLastIndex(({ role }) => role === 'assistant' || role === 'tool') + 1
      const conversation = transcript(task.messages.slice(0, split))
      const choices = { ...(model !== '' && { model }), ...(mode !== '' && { mode }) }
      try {
        const answer = yield* promptAgent({
          agent: name,
          prompt: userTexts(task.messages.slice(split)) || task.goal,
          before: conversation === '' ? '' : prompts.before({ conversation }),
          session: 'conversation',
          choices,
        })
        const { text, stopReason, usage, toolCalls, undone } = answer
        const meta = { agent: name, stopReason, agentToolCalls: toolCalls, usage, undone }
        const told = undone.length === 0 ? [] : [userText(prompts.undone({ files: fileList(undone) }))]
        const added = [...(text === '' ? [] : [assistantText(text)]), ...told]
        return outcomeOf(task, { text, added, calls: [], meta }, failureOf(name, answer))
      } catch (thrown) {
        if (!(thrown instanceof StepFailed)) throw thrown
        return outcomeOf(task, { text: '', added: [], calls: [], meta: { agent: name } }, thrown.failure)
      }
    },
})

const userTexts = (messages: readonly Message[]): string =>
  messages.flatMap((each) => (each.role === 'user' ? [each.text] : [])).join('\n\n')

const fileList = (files: readonly string[]): string => {
  const more = files.length > maxListed ? [`- … and ${files.length - maxListed} more`] : []
  return [...files.slice(0, maxListed).map((file) => `- ${file}`), ...more].join('\n')
}
const maxListed = 50

/** Without calls and their results: the agent sees the files. */
const transcript = (messages: readonly Message[]): string =>
  messages
    .flatMap((each) => {
      if (each.role === 'user') return [`User: ${each.text}`]
      return each.role === 'assistant' && each.text.trim() !== '' ? [`Assistant: ${each.text}`] : []
    })
    .join('\n\n')

/** Why an answer is none, or null. Some agents end as usual when their model fails. */
function failureOf(name: string, { stopReason, text, toolCalls }: Answer<'prompt-agent'>): Failure | null {
  const failed = (message: string, advice: string): Failure => ({ kind: 'agent-failed', message, advice })
  switch (stopReason) {
    case 'max_tokens':
      return failed(`The agent ${name} stopped: its model’s answer reached its limit.`, 'Send a message to continue.')
    case 'max_turn_requests':
      return failed(`The agent ${name} stopped: it reached its limit of model calls.`, 'Send a message to continue.')
    case 'refusal':
      return failed(`The agent ${name} refused to do this.`, 'Say it in another way, or choose another agent.')
    case 'cancelled':
      return failed(`The agent ${name} cancelled the work by itself.`, 'Send the message again.')
    default:
      return text.trim() === '' && toolCalls === 0
        ? failed(
            `The agent ${name} ended without saying or doing anything.`,
            'Its model may have failed: start the agent in a terminal, and look.',
          )
        : null
  }
}

import type { McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { Question } from '../../src-shared/model/question.ts'
import type { ApprovalAnswer, ApprovalAsk } from '../../src-shared/model/tool.ts'
import type { Answerer } from '../host/base/answerer.ts'

/** Answers the questions of runs by asking the client's user, once there is a client that can ask. */
export interface ClientAnswerer extends Answerer {
  /** Whether the client offers to ask its user (elicitation). */
  canAsk(): boolean
  connect(server: McpServer): void
}

/** How long a user may take, ms: the protocol's own limit is a minute. */
const answerWithin = 24 * 3600_000

/** Sent to the model if no user can be asked. */
const nobody: ApprovalAnswer = {
  decision: 'deny',
  by: 'mode',
  note: 'The client that started this run can’t ask its user, and the mode given at its start does not cover this. Say in your answer what is left to do.',
}

const chosen = z.object({ answer: z.string() })

/** Everything that is not clearly allowed is refused: a closed form, a failed request, an unknown answer. */
export function clientAnswerer(): ClientAnswerer {
  let server: McpServer | null = null
  const canAsk = () => server?.server.getClientCapabilities()?.elicitation !== undefined

  async function choose(message: string, options: readonly string[], signal: AbortSignal): Promise<string | null> {
    if (server === null || !canAsk()) return null
    const answer = { type: 'string' as const, title: 'Answer', enum: [...options] }
    const requestedSchema = { type: 'object' as const, properties: { answer }, required: ['answer'] }
    const given = await server.server
      .elicitInput({ mode: 'form', message, requestedSchema }, { signal, timeout: answerWithin })
      .catch(() => null)
    return given?.action === 'accept' ? (chosen.safeParse(given.content).data?.answer ?? null) : null
  }

  return {
    canAsk,
    connect: (to) => {
      server = to
    },
    approve: async (ask, signal) => {
      if (!canAsk()) return nobody
      const answer = await choose(approvalText(ask), ['Reject', 'Allow'], signal)
      return { decision: answer === 'Allow' ? 'allow' : 'deny', by: 'user', note: '' }
    },
    ask: async (question, signal) => {
      const options = question.options.length === 0 ? ['Use your own judgement'] : question.options
      const answer = await choose(questionText(question), options, signal)
      return options.find((option) => option === answer) ?? options[0] ?? ''
    },
  }
}

/** Exactly what will run (T24). */
function approvalText({ title, subject, preview, note }: ApprovalAsk): string {
  const what = preview.kind === 'diff' ? preview.patch : subject
  return [title, what, ...(note === undefined ? [] : [note])].join('\n\n')
}

function questionText({ question, plan = [] }: Question): string {
  const steps = plan.map(({ goal, done }, index) => `${index + 1}. ${goal} (done when: ${done})`)
  return [...steps, question].join('\n')
}

import type { McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { type Question, unanswered } from '../../src-shared/model/question.ts'
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

const filled = z.object({ answer: z.string().optional(), words: z.string().optional() })

/** What became of a question to the client's user. */
type Reply =
  | { readonly kind: 'chosen'; readonly option: string }
  | { readonly kind: 'words'; readonly text: string }
  /** The user closed it, or the client answered it with something else. */
  | { readonly kind: 'dismissed' }
  /** The client can't ask, or failed to. */
  | { readonly kind: 'nobody' }

/**
 * Everything that is not clearly allowed is refused: a closed form, a failed request, an unknown answer.
 * @param report a sentence about a question that was put to nobody
 */
export function clientAnswerer(report: (text: string) => void): ClientAnswerer {
  let server: McpServer | null = null
  const canAsk = () => server?.server.getClientCapabilities()?.elicitation !== undefined

  async function choose(message: string, fields: Fields, signal: AbortSignal): Promise<Reply> {
    if (server === null || !canAsk()) return { kind: 'nobody' }
    const given = await server.server
      .elicitInput({ mode: 'form', message, requestedSchema: formOf(fields) }, { signal, timeout: answerWithin })
      .catch(() => null)
    if (given === null) return { kind: 'nobody' }
    const { answer, words = '' } = (given.action === 'accept' && filled.safeParse(given.content).data) || {}
    if (fields.words && words.trim() !== '') return { kind: 'words', text: words.trim() }
    const option = fields.options.find((each) => each === answer)
    return option === undefined ? { kind: 'dismissed' } : { kind: 'chosen', option }
  }

  return {
    canAsk,
    connect: (to) => {
      server = to
    },
    approve: async (ask, signal) => {
      if (!canAsk()) return nobody
      const reply = await choose(approvalText(ask), { options: ['Reject', 'Allow'], words: false }, signal)
      if (reply.kind === 'nobody') return nobody
      const isAllowed = reply.kind === 'chosen' && reply.option === 'Allow'
      return { decision: isAllowed ? 'allow' : 'deny', by: 'user', note: '' }
    },
    ask: async (question, signal) => {
      const { options, freeText: words } = question
      const reply = await choose(questionText(question), { options, words }, signal)
      if (reply.kind === 'chosen') return reply.option
      if (reply.kind === 'words') return reply.text
      if (reply.kind === 'nobody' && !signal.aborted)
        report(`Not asked, because the client can’t ask its user: ${question.question}`)
      return unanswered(question, reply.kind)
    },
  }
}

/** What a user may answer: one of the options, or, if `words` is set, their own words. */
interface Fields {
  readonly options: readonly string[]
  readonly words: boolean
}

function formOf({ options, words }: Fields) {
  const answer = { type: 'string' as const, title: 'Answer', enum: [...options] }
  const own = { type: 'string' as const, title: options.length === 0 ? 'Answer' : 'Or in your own words' }
  const properties = { ...(options.length > 0 && { answer }), ...(words && { words: own }) }
  return { type: 'object' as const, properties, required: words ? [] : ['answer'] }
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

import type { Question } from '../../src-shared/model/question.ts'
import type { ApprovalAnswer, ApprovalAsk } from '../../src-shared/model/tool.ts'
import type { Answerer } from '../host/base/answerer.ts'
import type { Terminal } from './terminal.ts'

/** Sent to the model if no user can be asked. */
const nobody: ApprovalAnswer = {
  decision: 'deny',
  by: 'mode',
  note: 'The run was started from a command line without a terminal, and its --approve does not cover this. Say in your answer what is left to do.',
}

/** Answers a run's questions: the person at the terminal does, or, if there is none, the safe default. */
export function commandAnswerer(terminal: Terminal): Answerer {
  const { ask } = terminal
  if (ask === null) return { approve: refuser(terminal), ask: async ({ options }) => firstOf(options) }
  let before: Promise<unknown> = Promise.resolve()
  // Two questions at once would garble each other: one after the other.
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const next = before.then(work)
    before = next
    return next
  }
  return {
    approve: (question, signal) => inTurn(async () => decision(await ask(approvalText(question), signal))),
    ask: (question, signal) => inTurn(async () => choice(question, await ask(questionText(question), signal))),
  }
}

/** The user is told once, with how to allow it, since the model may not report it. */
function refuser(terminal: Terminal): Answerer['approve'] {
  let explained = false
  return async ({ title, subject }) => {
    if (!explained)
      terminal.error(
        `Denied, because there is no terminal to ask in: ${title} ${subject}\nTo allow it, use --approve edits or --approve everything.`,
      )
    explained = true
    return nobody
  }
}

const firstOf = (options: readonly string[]) => options[0] ?? 'Use your own judgement'

function approvalText({ title, subject, preview, note }: ApprovalAsk): string {
  const what = preview.kind === 'diff' ? preview.patch : `  ${subject}`
  return [title, what, ...(note === undefined ? [] : [note]), 'Allow? [y]es, [N]o'].join('\n')
}

function decision(answer: string): ApprovalAnswer {
  const allowed = ['y', 'yes'].includes(answer.trim().toLowerCase())
  return { decision: allowed ? 'allow' : 'deny', by: 'user', note: '' }
}

function questionText({ question, options }: Question): string {
  return [question, ...options.map((option, index) => `  ${index + 1}. ${option}`), '>'].join('\n')
}

function choice({ options, freeText }: Question, answer: string): string {
  const given = answer.trim()
  const numbered = options[Number(given) - 1]
  if (numbered !== undefined) return numbered
  return given !== '' && freeText ? given : firstOf(options)
}

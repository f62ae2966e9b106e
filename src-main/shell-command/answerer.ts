import { type Question, unanswered } from '../../src-shared/model/question.ts'
import type { ApprovalAnswer, ApprovalAsk } from '../../src-shared/model/tool.ts'
import type { PausedStep, PauseEdit } from '../../src-shared/run/debug/pause-events.ts'
import type { Answerer } from '../host/base/answerer.ts'
import { askYesNo } from './ask-yes-no.ts'
import { type PausePrompt, pauseText, promptAtPause } from './pause-prompt.ts'
import { askQuestion } from './question-prompt.ts'
import type { Terminal } from './terminal.ts'

/** Sent to the model if no user can be asked. */
const nobody: ApprovalAnswer = {
  decision: 'deny',
  by: 'mode',
  note: 'The run was started from a command line without a terminal, and its --approve does not cover this. Say in your answer what is left to do.',
}

/** Answers a run's questions: the person at the terminal does, or, if there is none, the safe default. */
export function commandAnswerer(terminal: Terminal, approvesPlans = false): Answerer {
  const { ask } = terminal
  const answered = withPlans(terminal, approvesPlans)
  if (ask === null)
    return {
      approve: refuser(terminal),
      ask: async (question) => answered(question) ?? notAsked(question, terminal),
      pause: async (paused, _, from) => {
        terminal.error(pauseText(paused, from).split('\n').slice(0, -1).join('\n'))
        return 'leave'
      },
    }
  let before: Promise<unknown> = Promise.resolve()
  let waiting = 0
  // Two questions at once would garble each other: one after the other.
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    waiting += 1
    const next = before.then(work).finally(() => {
      waiting -= 1
    })
    before = next.catch(() => undefined)
    return next
  }
  const pauseInTurn = async (paused: PausedStep, signal: AbortSignal, from: string | null) => {
    const prompt: PausePrompt = {
      ask: (question) => ask(question, signal),
      say: terminal.error,
      from,
      hasOthers: () => waiting > 1,
    }
    let edit: PauseEdit | null = null
    for (;;) {
      const end = await inTurn(() => promptAtPause(paused, prompt, edit))
      if (end === 'stop' || end === 'leave' || !('later' in end)) return end
      edit = end.later
    }
  }
  return {
    approve: (question, signal, from) =>
      inTurn(async () => {
        const isAllowed = await askYesNo(named(from, approvalText(question)), (text) => ask(text, signal))
        return { decision: isAllowed ? 'allow' : 'deny', by: 'user', note: '' }
      }),
    pause: pauseInTurn,
    ask: (question, signal, from) =>
      inTurn(async () => {
        if (approvesPlans && question.plan !== undefined) return answered(question) ?? ''
        const answer = await askQuestion(question, (text) => ask(named(from, text), signal))
        return answer ?? unanswered(question, 'dismissed')
      }),
  }
}

/** A question of one lane among several. */
const named = (from: string | null, text: string): string => (from === null ? text : `${from}: ${text}`)

/** The answer to a question about a plan: as the command line says, or what refuses it; null for other questions. */
function withPlans(terminal: Terminal, approvesPlans: boolean): (question: Question) => string | null {
  return ({ plan, options }) => {
    if (plan === undefined) return null
    const [stop = '', carryOut = ''] = options
    if (approvesPlans) return carryOut
    terminal.error(
      'The plan was not carried out, because there is no terminal to ask in. To carry plans out without asking, use --approve-plan.',
    )
    return stop
  }
}

/** The user is told once of each effect, with how to allow it, since the model may not report it. */
function refuser(terminal: Terminal): Answerer['approve'] {
  const explained = new Set<ApprovalAsk['effect']>()
  return async ({ title, subject, effect }) => {
    const ways = effect === 'edit' ? '--approve edits or --approve everything' : '--approve everything'
    if (!explained.has(effect))
      terminal.error(
        `Denied, because there is no terminal to ask in: ${title} ${subject}\nTo allow it, use ${ways}, or a rule in Settings → Approval.`,
      )
    explained.add(effect)
    return nobody
  }
}

/** A model's question is answered by nobody then; one of a strategy or of the app by its safest option. */
function notAsked(question: Question, terminal: Terminal): string {
  const answer = unanswered(question, 'nobody')
  const what = question.openEnded ? 'The model was told that nobody can be asked.' : `Answered with: ${answer}`
  terminal.error(`Not asked, because there is no terminal to ask in: ${question.question}\n${what}`)
  return answer
}

function approvalText({ title, subject, preview, note }: ApprovalAsk): string {
  const what = preview.kind === 'diff' ? preview.patch : `  ${subject}`
  return [title, what, ...(note === undefined ? [] : [note]), 'Allow?'].join('\n')
}

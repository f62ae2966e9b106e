import type { Question } from '../../src-shared/model/question.ts'
import type { ApprovalAnswer, ApprovalAsk } from '../../src-shared/model/tool.ts'
import type { PausedStep, PauseEdit } from '../../src-shared/run/debug/pause-events.ts'
import { askedLimit, unitText } from '../../src-shared/run/limit-question.ts'
import type { Answerer } from '../host/base/answerer.ts'
import { type PausePrompt, pauseText, promptAtPause } from './pause-prompt.ts'
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
      ask: async (question) => answered(question) ?? firstOf(question.options),
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
      inTurn(async () => decision(await ask(named(from, approvalText(question)), signal))),
    pause: pauseInTurn,
    ask: (question, signal, from) =>
      inTurn(async () =>
        approvesPlans && question.plan !== undefined
          ? (answered(question) ?? '')
          : choice(question, await ask(named(from, questionText(question)), signal)),
      ),
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

/** The user is told once, with how to allow it, since the model may not report it. */
function refuser(terminal: Terminal): Answerer['approve'] {
  let explained = false
  return async ({ title, subject }) => {
    if (!explained)
      terminal.error(
        `Denied, because there is no terminal to ask in: ${title} ${subject}\nTo allow it, use --approve edits or --approve everything, or a rule in Settings → Approval.`,
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

function decision(answer: string | null): ApprovalAnswer {
  const allowed = ['y', 'yes'].includes((answer ?? '').trim().toLowerCase())
  return { decision: allowed ? 'allow' : 'deny', by: 'user', note: '' }
}

function questionText({ question, options, plan = [], limit }: Question): string {
  const unit = limit === undefined ? null : askedLimit(limit.name)
  const steps = plan.map(({ goal, done }, index) => `  ${index + 1}) ${goal}\n     Done when: ${done}`)
  const amount = unit === null ? [] : [`  Or type another amount in ${unitText(unit)} with a plus sign, such as +2.`]
  const numbered = options.map((option, index) => `  ${index + 1}. ${option}`)
  return [...steps, question, ...numbered, ...amount, '>'].join('\n')
}

function choice({ options, freeText }: Question, answer: string | null): string {
  const given = (answer ?? '').trim()
  const numbered = given.startsWith('+') ? undefined : options[Number(given) - 1]
  if (numbered !== undefined) return numbered
  return given !== '' && freeText ? given : firstOf(options)
}

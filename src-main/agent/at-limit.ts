import type { Failure } from '../../src-shared/base/failure.ts'
import { type Question, questionJson } from '../../src-shared/model/question.ts'
import type { EventBody } from '../../src-shared/run/event.ts'
import { limitDecision, limitPath } from '../../src-shared/run/limit-question.ts'
import type { Refusal } from './budgets.ts'
import { failureOf } from './failures.ts'
import { fingerprintOf } from './fingerprint.ts'
import { Halt, untilHalted } from './halt.ts'
import { waitForUser } from './performers/user.ts'
import type { RunContext } from './run-context.ts'

/**
 * The question that a limit ends in, if the budget says so (`Budget.atLimit`).
 *
 * 1. It is a step of the log, so that a resumed run, a replay and a fork read the answer there. Its path is that of the
 *    step at which the limit was noticed, and a name (`limitPath`).
 * 2. A limit is of the whole run, so one question is open at a time. Branches that come to the limit meanwhile wait for
 *    its answer.
 * 3. The limits follow from the answers in the log (limit-use.ts); nothing else is kept.
 */

/** Returns once nothing refuses the step; the user may have allowed more. @throws Halt if the run has to end */
export async function passLimits(refusal: () => Refusal | null, path: string, context: RunContext): Promise<void> {
  for (let repeated = 0; ; repeated++) {
    const refused = refusal()
    if (refused === null) return
    const { question, failure } = refused
    const answer = question === null ? null : await answerAt(limitPath(path, 'before', repeated), question, context)
    if (answer === null) throw context.halts.raise(new Halt('failed', failure), 'before-next-step')
    if (isStop(question, answer)) throw context.halts.raise(new Halt('failed', stoppedAtLimit), 'before-next-step')
  }
}

/**
 * A model's reply after the soft part of a limit was used: once the user allows more it no longer says that it is time
 * for the last answer.
 * @param fresh the reply has just been given; else it is the log's, and nothing is asked that was not asked then
 * @throws Halt if the user stops the run
 */
export async function withDecision(reply: unknown, fresh: boolean, path: string, context: RunContext) {
  if (typeof reply !== 'object' || reply === null || !('budget' in reply) || reply.budget !== 'last-answer')
    return reply
  for (let repeated = 0; ; repeated++) {
    const at = limitPath(path, 'after', repeated)
    const past = context.journal.get(at)
    const mayAsk = fresh || (past !== undefined && past.outcome === null)
    const question = mayAsk ? context.meter.softQuestion() : null
    const isKnown = past?.outcome?.ok === true
    if (!isKnown && question === null) return repeated === 0 ? reply : { ...reply, budget: 'within' }
    const answer = await answerAt(at, question ?? noQuestion, context)
    if (isStop(question, answer)) throw context.halts.raise(new Halt('failed', stoppedAtLimit), 'before-next-step')
    if (limitDecision(question?.limit ?? anyLimit, answer).kind === 'wrap-up') return reply
  }
}

/** Asks while a step is under way, such as at the limit of time. Returns once the question is answered. */
export async function askMeanwhile({ question, failure }: Refusal, context: RunContext): Promise<void> {
  const isAnswered = (repeated: number) => context.journal.get(limitPath('', 'before', repeated))?.outcome != null
  let repeated = context.limits.asked
  while (isAnswered(repeated)) repeated += 1
  context.limits.asked = repeated + 1
  const answer = question === null ? null : await answerAt(limitPath('', 'before', repeated), question, context)
  if (answer === null) context.halts.raise(new Halt('failed', failure), 'now')
  else if (isStop(question, answer)) context.halts.raise(new Halt('failed', stoppedAtLimit), 'now')
}

const noQuestion: Question = { question: '', options: [], freeText: true }
/** The log's answers say how much more in the unit of their limit, which is not needed again. */
const anyLimit = { name: 'steps', more: 0 }

const isStop = (question: Question | null, answer: string): boolean =>
  limitDecision(question?.limit ?? anyLimit, answer).kind === 'stop'

/** The log's answer, that to the question which is open, or the user's. */
async function answerAt(path: string, question: Question, context: RunContext): Promise<string> {
  const past = context.journal.get(path)
  if (past?.outcome?.ok && typeof past.outcome.value === 'string') return past.outcome.value
  context.halts.check()
  const { open } = context.limits
  if (open !== null) return await shared(path, question, open, past !== undefined, context)
  const asked = ask(path, question, past !== undefined, context)
  context.limits.open = asked.catch(() => null)
  try {
    return await asked
  } finally {
    context.limits.open = null
  }
}

async function ask(path: string, question: Question, again: boolean, context: RunContext): Promise<string> {
  const step = 'ask-user' as const
  const asked = { question: questionJson(question) }
  context.log.emit({ type: 'step-start', path, print: fingerprintOf(step, question), again, step, ask: asked })
  return await logged({ type: 'step-end', path, step }, context, () => waitForUser(path, question, context))
}

/** A branch that waits for the answer to another one's question: a note in the log, so that a resumed run asks. */
async function shared(
  path: string,
  question: Question,
  open: Promise<string | null>,
  again: boolean,
  context: RunContext,
): Promise<string> {
  const step = 'note' as const
  const asked = { title: 'the same limit', data: { question: question.question } }
  context.log.emit({ type: 'step-start', path, print: fingerprintOf(step, asked), again, step, ask: asked })
  return await logged({ type: 'step-end', path, step }, context, async () => {
    const answer = await untilHalted(open, context.halts)
    context.halts.check()
    return answer ?? ''
  })
}

type End = Pick<EventBody & { type: 'step-end' }, 'type' | 'path' | 'step'>

async function logged(end: End, { log, ports }: RunContext, work: () => Promise<string>): Promise<string> {
  log.commit()
  const since = ports.clock.elapsed()
  const durationMs = () => ports.clock.elapsed() - since
  try {
    const value = await work()
    log.emit({ ...end, outcome: { ok: true, value }, durationMs: durationMs() })
    log.commit()
    return value
  } catch (error) {
    log.emit({ ...end, outcome: { ok: false, failure: failureOf(error) }, durationMs: durationMs() })
    throw error
  }
}

const stoppedAtLimit: Failure = {
  kind: 'budget-spent',
  message: 'You stopped the run at its limit.',
  advice: 'Work done so far is kept. Send a message to continue.',
}

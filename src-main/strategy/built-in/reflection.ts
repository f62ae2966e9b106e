import { z } from 'zod'
import { counted } from '../../../src-shared/base/format.ts'
import type { Outcome } from '../../../src-shared/strategy/strategy-info.ts'
import type { Task } from '../../../src-shared/strategy/task.ts'
import { loopOptions, type SubmissionOptions, timesOption } from '../loop/loop-options.ts'
import { loopPrompts, submissionPrompts } from '../loop/loop-prompts.ts'
import { askForSubmission, type Submission } from '../loop/submission.ts'
import { loopStrategy } from '../loop/tool-loop.ts'
import { userText } from '../messages.ts'
import { outcomeOf } from '../outcome.ts'
import { orFailure } from '../parts/or-failure.ts'
import { canContinue, innerProgress, type Progress, plus } from '../parts/progress.ts'
import { roleLoop } from '../parts/role-loop.ts'
import { critiqueRequest, submitVerdict, type Verdict, type VerdictPrompts, verdictPrompts } from '../parts/verdict.ts'
import { note, phase, type Routine, type Strategy } from '../steps.ts'
import { defineStrategy } from '../strategy.ts'

interface ReflectionOptions extends SubmissionOptions {
  readonly prompts: SubmissionOptions['prompts'] & VerdictPrompts
  readonly maxIterations: number
}

/**
 * Generates, then critiques and revises until the critic approves or the iterations are used up. A critic that gives no
 * verdict, or can't be reached, ends that: the work so far is the outcome, marked as not reviewed.
 */
function* reflectionRun(task: Task, options: ReflectionOptions, work: Strategy): Routine<Outcome> {
  let done = innerProgress(task, yield* phase('generate', work(task)))
  const verdicts: Verdict[] = []
  let revisions = 0
  let unreviewed: string | null = null
  while (canContinue(done) && verdicts.length < options.maxIterations) {
    const asked = yield* orFailure(critique(task, done, verdicts.length, options))
    const review = asked.ok ? asked.value : { ...noReview, failure: asked.failure }
    // What the critic said goes to the engineer as a request, not as messages of its own. Without it the work is as good.
    done = plus(done, { calls: review.calls, outOfBudget: review.outOfBudget })
    if (!review.ok) {
      // Runs that began before answers in text were read end as they did.
      if (task.readsText !== true)
        return outcomeOf(task, { ...done, meta: unapproved(revisions, done) }, review.failure)
      yield* note(`no verdict: ${review.failure.message}`, { approved: false, reason: review.failure.message })
      unreviewed = review.failure.message
      break
    }
    verdicts.push(review.value)
    if (review.value.approved || done.outOfBudget) break
    done = plus(done, { added: [userText(options.prompts.revision({ issues: issueList(review.value) }))] })
    const revision = work({ ...task, messages: [...task.messages, ...done.added] })
    done = plus(done, innerProgress(task, yield* phase('revise', revision, `revise ${revisions + 1}`, revisions)))
    revisions++
  }
  const { approved, issues } = verdicts.at(-1) ?? { approved: false, issues: [] }
  const meta = { iterations: verdicts.length, revisions, approved, issues, spent: done.outOfBudget, unreviewed }
  return outcomeOf(task, { ...done, meta }, done.failure)
}

const unapproved = (revisions: number, { outOfBudget }: Progress) => ({
  iterations: revisions,
  revisions,
  approved: false,
  issues: [],
  spent: outOfBudget,
})

const noReview = { added: [], calls: [], outOfBudget: false, ok: false } as const

/** @param at counts from 0 */
function* critique(task: Task, done: Progress, at: number, options: ReflectionOptions): Routine<Submission<Verdict>> {
  const request = userText(critiqueRequest(options.prompts, done.text, done.added))
  const critic = roleLoop(task, 'critic', options.prompts.critic(), [request], options)
  const title = `critique ${at + 1}`
  const review = yield* phase('critique', askForSubmission(critic, submitVerdict), title, at)
  if (!review.ok) return review
  const { approved, issues } = review.value
  const verdict = approved ? 'approved' : counted(issues.length, 'issue')
  yield* note(`${title}: ${verdict}`, { approved, issues })
  return review
}

const issueList = ({ issues }: Verdict): string => issues.map((issue) => `- ${issue}`).join('\n')

const options = z.strictObject({
  maxIterations: timesOption(1, 20, 3, 'Rounds of critique and revision at most; it ends sooner when approved'),
  ...loopOptions('one phase'),
})

/** Approval is a structured verdict, or a line that says nothing else, never a word in the text. The inner strategy or the tool loop does the work. */
export const reflection = defineStrategy({
  name: 'reflection',
  title: 'Reflection',
  summary: 'Does the work, has a critic judge it, and revises until the critic approves. Can wrap another strategy.',
  version: 2,
  wrapper: 'optional',
  options,
  prompts: { ...verdictPrompts, ...submissionPrompts, ...loopPrompts },
  roles: [
    { name: 'engineer', purpose: 'Does the work and revises it', inner: true },
    { name: 'critic', purpose: 'Judges the answer and what was done; changes nothing' },
  ],
  phases: [
    { name: 'generate', to: ['critique'], inner: true },
    { name: 'critique', to: ['revise'], when: { revise: 'not approved' } },
    { name: 'revise', to: ['critique'], inner: true },
  ],
  build: (chosen, inner) => {
    const work = inner ?? loopStrategy(chosen)
    return (task) => reflectionRun(task, chosen, work)
  },
})

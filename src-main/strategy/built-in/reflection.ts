import { z } from 'zod'
import type { Failure } from '../../../src-shared/base/failure.ts'
import type { Message } from '../../../src-shared/model/message.ts'
import type { CallEntry, Outcome } from '../../../src-shared/strategy/strategy-info.ts'
import type { Task } from '../../../src-shared/strategy/task.ts'
import { askForSubmission } from '../loop/submission.ts'
import { toolLoop } from '../loop/tool-loop.ts'
import { timesOption, turnsOption } from '../loop/turns-option.ts'
import { userText } from '../messages.ts'
import { addedBy, isFinal, outcomeOf } from '../outcome.ts'
import { roleLoop } from '../parts/role-loop.ts'
import { criticSystem, critiqueRequest, revisionRequest, submitVerdict, type Verdict } from '../parts/verdict.ts'
import { note, phase, type Routine, type Strategy } from '../steps.ts'
import { defineStrategy } from '../strategy.ts'

interface ReflectionOptions {
  readonly maxIterations: number
  readonly maxTurns: number
}

interface Reflecting {
  readonly text: string
  readonly added: readonly Message[]
  readonly calls: readonly CallEntry[]
  readonly verdicts: readonly Verdict[]
  readonly revisions: number
  /** A limit was reached: no model call should follow. */
  readonly over: boolean
  readonly failure: Failure | null
}
const nothingYet = { text: '', added: [], calls: [], verdicts: [], revisions: 0, over: false, failure: null } as const

/** Generate, then critique and revise until the critic approves, or so many iterations are done. */
function* reflectionRun(task: Task, options: ReflectionOptions, work: Strategy): Routine<Outcome> {
  let state: Reflecting = withWork(task, nothingYet, yield* phase('generate', work(task)))
  for (let iteration = 0; iteration < options.maxIterations; iteration++) {
    if (state.failure !== null || state.over) break
    state = yield* critiqued(task, state, options)
    const verdict = state.verdicts.at(-1)
    if (state.failure !== null || state.over || verdict === undefined || verdict.approved) break
    state = { ...state, added: [...state.added, userText(revisionRequest(verdict))], revisions: state.revisions + 1 }
    const body = work({ ...task, messages: [...task.messages, ...state.added] })
    state = withWork(task, state, yield* phase('revise', body, `revise ${iteration + 1}`, iteration))
  }
  return ending(task, state)
}

function withWork(task: Task, state: Reflecting, outcome: Outcome): Reflecting {
  return {
    ...state,
    // A revision that came to no answer leaves the one before it.
    text: outcome.text === '' ? state.text : outcome.text,
    added: [...state.added, ...addedBy(outcome, task)],
    calls: [...state.calls, ...outcome.calls],
    over: isFinal(outcome) || outcome.meta['ending'] === 'last-answer',
    failure: outcome.failure,
  }
}

function* critiqued(task: Task, state: Reflecting, { maxTurns }: ReflectionOptions): Routine<Reflecting> {
  const at = state.verdicts.length
  const request = userText(critiqueRequest(state.text, state.added))
  const work = roleLoop(task, 'critic', criticSystem, [request], maxTurns)
  const title = `critique ${at + 1}`
  const judged = yield* phase('critique', askForSubmission(work, submitVerdict), title, at)
  // What the critic said goes to the engineer as a request, not as talk of its own.
  const after = { ...state, calls: [...state.calls, ...judged.calls], over: judged.outOfBudget }
  if (!judged.ok) return { ...after, failure: judged.failure }
  const { approved, issues } = judged.value
  const said = approved ? 'approved' : `${issues.length} ${issues.length === 1 ? 'issue' : 'issues'}`
  yield* note(`${title}: ${said}`, { approved, issues })
  return { ...after, verdicts: [...state.verdicts, judged.value] }
}

function ending(task: Task, state: Reflecting): Outcome {
  const { text, added, calls, verdicts, revisions, over, failure } = state
  const open = verdicts.at(-1)
  const meta = {
    iterations: verdicts.length,
    revisions,
    approved: open?.approved ?? false,
    issues: open?.issues ?? [],
    spent: over,
  }
  return outcomeOf(task, { text, added, calls, meta }, failure)
}

const options = z.strictObject({
  maxIterations: timesOption(1, 20, 3, 'Rounds of critique and revision at most; it ends sooner when approved'),
  maxTurns: turnsOption('one phase'),
})

/** Approval is a structured verdict, never a word found in the text. The work is the inner strategy's, or the tool loop's. */
export const reflection = defineStrategy({
  name: 'reflection',
  title: 'Reflection',
  summary: 'Does the work, has a critic judge it, and revises until the critic approves. Can wrap another strategy.',
  version: 1,
  wrapper: 'optional',
  options,
  roles: [
    { name: 'engineer', purpose: 'Does the work and revises it' },
    { name: 'critic', purpose: 'Judges the answer and what was done; changes nothing' },
  ],
  phases: [
    { name: 'generate', to: ['critique'] },
    { name: 'critique', to: ['revise'] },
    { name: 'revise', to: ['critique'] },
  ],
  build: (chosen, inner) => {
    const work = inner ?? toolLoop.build({ maxTurns: chosen.maxTurns }, null)
    return (task) => reflectionRun(task, chosen, work)
  },
})

import { z } from 'zod'
import type { Failure } from '../../src-shared/failure.ts'
import type { Message } from '../../src-shared/message.ts'
import type { CallEntry, Outcome } from '../../src-shared/strategy-info.ts'
import type { Task } from '../../src-shared/task.ts'
import { type LoopEnd, loopWork } from './loop-work.ts'
import { userText } from './messages.ts'
import { outcomeOf } from './outcome.ts'
import { roleWork } from './role-work.ts'
import { note, phase, type Routine } from './steps.ts'
import { defineStrategy } from './strategy.ts'
import { askForSubmission } from './submission.ts'
import { runLoop } from './tool-loop.ts'
import { timesOption, turnsOption } from './turns-option.ts'
import { criticSystem, critiqueRequest, revisionRequest, submitVerdict, type Verdict } from './verdict.ts'

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
function* reflectionRun(task: Task, options: ReflectionOptions): Routine<Outcome> {
  let state: Reflecting = withWork(nothingYet, yield* phase('generate', runLoop(workOn(task, nothingYet, options))))
  for (let iteration = 0; iteration < options.maxIterations; iteration++) {
    if (state.failure !== null || state.over) break
    state = yield* critiqued(task, state, options)
    const verdict = state.verdicts.at(-1)
    if (state.failure !== null || state.over || verdict === undefined || verdict.approved) break
    state = { ...state, added: [...state.added, userText(revisionRequest(verdict))], revisions: state.revisions + 1 }
    const body = runLoop(workOn(task, state, options))
    state = withWork(state, yield* phase('revise', body, `revise ${iteration + 1}`, iteration))
  }
  return ending(task, state)
}

function workOn(task: Task, state: Reflecting, { maxTurns }: ReflectionOptions) {
  return loopWork(task, 'engineer', maxTurns, [...task.messages, ...state.added])
}

function withWork(state: Reflecting, end: LoopEnd): Reflecting {
  return {
    ...state,
    // A revision that came to no answer leaves the one before it.
    text: end.text === '' ? state.text : end.text,
    added: [...state.added, ...end.added],
    calls: [...state.calls, ...end.calls],
    over: end.spent || end.ending === 'last-answer',
    failure: end.failure,
  }
}

function* critiqued(task: Task, state: Reflecting, { maxTurns }: ReflectionOptions): Routine<Reflecting> {
  const at = state.verdicts.length
  const request = userText(critiqueRequest(state.text, state.added))
  const work = roleWork(task, 'critic', criticSystem, [request], maxTurns)
  const title = `critique ${at + 1}`
  const judged = yield* phase('critique', askForSubmission(work, submitVerdict), title, at)
  // What the critic said goes to the engineer as a request, not as talk of its own.
  const after = { ...state, calls: [...state.calls, ...judged.calls], over: judged.spent }
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

/** Approval is a structured verdict, never a word found in the text. */
export const reflection = defineStrategy({
  name: 'reflection',
  title: 'Reflection',
  summary: 'Does the work, has a critic judge it, and revises until the critic approves.',
  version: 1,
  wrapper: false,
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
  build: (chosen) => (task) => reflectionRun(task, chosen),
})

import type { JsonObject } from '../../../../src-shared/base/json.ts'
import { type Prompts, prompt } from '../../../../src-shared/strategy/prompts.ts'
import type { Task } from '../../../../src-shared/strategy/task.ts'
import { loopFor } from '../../loop/loop.ts'
import { loopPrompts, submissionPrompts } from '../../loop/loop-prompts.ts'
import { runLoop } from '../../loop/tool-loop.ts'
import { userText } from '../../messages.ts'
import { exitText } from '../../parts/check-report.ts'
import { innerWork } from '../../parts/inner-work.ts'
import { loopProgress, noProgress, type Progress } from '../../parts/progress.ts'
import {
  type ChangedFiles,
  changes,
  check,
  inCopy,
  note,
  type Routine,
  StepFailed,
  type Strategy,
  snapshot,
} from '../../steps.ts'
import { type JudgeOptions, judgePrompts } from './judge-prompts.ts'

export const bestOfNPrompts = {
  copy: prompt(
    'Follows the system message of each candidate, or the message if an inner strategy does the work',
    'You work in a copy of the project that was made for you alone and is no git repository: name files by paths ' +
      'within it, and stay in it.',
  ),
  ...judgePrompts,
  ...submissionPrompts,
  ...loopPrompts,
}

/** One attempt at the task, in a copy of the files. */
export interface Candidate extends Progress {
  /** Counts from 1. */
  readonly number: number
  /** The snapshot of its files; null if it ended before that. */
  readonly snapshot: string | null
  readonly changes: ChangedFiles
  /** `none`: no check command is set. */
  readonly check: 'passed' | 'failed' | 'none'
}

export interface CandidateOptions extends JudgeOptions {
  readonly prompts: Prompts<typeof bestOfNPrompts>
  readonly candidates: number
  readonly check: string
  readonly nonePasses: 'best' | 'refuse'
  readonly dependencies: 'clone' | 'none'
  /** Does the work of every candidate; null: the tool loop. */
  readonly inner: Strategy | null
}

/** A failure of one candidate does not stop the others. */
export function* candidate(task: Task, base: string, at: number, options: CandidateOptions): Routine<Candidate> {
  const where = { from: base, dependencies: options.dependencies, name: 'candidate', title: `candidate ${at + 1}` }
  try {
    return yield* inCopy({ ...where, index: at }, work(task, base, at + 1, options))
  } catch (error) {
    if (!(error instanceof StepFailed)) throw error
    yield* note(`candidate ${at + 1} failed`, { why: error.failure.message, snapshot: null })
    return { ...nothing, number: at + 1, failure: error.failure }
  }
}

const unchanged: ChangedFiles = { files: [], patch: '' }
const nothing = { ...noProgress, snapshot: null, changes: unchanged, check: 'none' } as const

function* work(task: Task, base: string, number: number, options: CandidateOptions): Routine<Candidate> {
  const progress = yield* candidateWork(task, options)
  const { failure } = progress
  const checked = options.check === '' || failure !== null ? null : yield* check(options.check)
  const made = yield* snapshot(`candidate ${number}`)
  const found = made === base ? unchanged : yield* changes(base, made)
  const outcomeText = failure?.message ?? (checked === null ? 'no check' : `the check ${exitText(checked.exitCode)}`)
  yield* note(`candidate ${number}: ${outcomeText}`, {
    snapshot: made,
    exitCode: checked?.exitCode ?? null,
    files: found.files.map((file) => ({ ...file })),
  })
  return {
    ...progress,
    number,
    snapshot: made,
    changes: found,
    check: checked === null ? 'none' : checked.exitCode === 0 ? 'passed' : 'failed',
  }
}

function* candidateWork(task: Task, options: CandidateOptions): Routine<Progress> {
  const copy = options.prompts.copy()
  if (options.inner !== null) return yield* innerWork(options.inner, task, [userText(copy)])
  const system = `${task.system}\n\n${copy}`.trim()
  return loopProgress(yield* runLoop(loopFor({ ...task, system }, 'engineer', options)))
}

export const candidateMeta = (each: Candidate): JsonObject => ({
  candidate: each.number,
  snapshot: each.snapshot,
  check: each.check,
  files: each.changes.files.length,
  added: each.changes.files.reduce((sum, file) => sum + file.added, 0),
  removed: each.changes.files.reduce((sum, file) => sum + file.removed, 0),
  failure: each.failure?.message ?? null,
})

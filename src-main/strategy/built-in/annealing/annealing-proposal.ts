import type { Message } from '../../../../src-shared/model/message.ts'
import { noLimits } from '../../../../src-shared/model/tool.ts'
import type { Task } from '../../../../src-shared/strategy/task.ts'
import { loopFor } from '../../loop/loop.ts'
import { runLoop } from '../../loop/tool-loop.ts'
import { userText } from '../../messages.ts'
import { innerWork } from '../../parts/inner-work.ts'
import { loopProgress, noProgress, type Progress, plus } from '../../parts/progress.ts'
import { note, phase, type Routine, random, restore, snapshot } from '../../steps.ts'
import type { AnnealingOptions } from './annealing-options.ts'
import { scoreFiles } from './annealing-score.ts'
import { compareScores, type FileState, type Proposal } from './annealing-state.ts'
import { problemOf, proposalRequest, scoreSentence } from './annealing-text.ts'

/** Where the search stands before a proposal. */
interface Search {
  readonly start: string
  readonly current: FileState
  readonly proposals: readonly Proposal[]
}

export interface ProposalResult extends Pick<Progress, 'calls' | 'outOfBudget'> {
  readonly proposal: Proposal
  /** The files as the proposal left them, if it was kept; otherwise they are unchanged. */
  readonly kept: FileState | null
  readonly perfect: boolean
  /** Why a pattern gave no score. */
  readonly problem: string | null
}

/** One proposal: edited into the files, snapshotted, scored, and accepted or rolled back. */
export function* propose(
  task: Task,
  { start, current, proposals }: Search,
  at: number,
  options: AnnealingOptions,
): Routine<ProposalResult> {
  const title = `proposal ${at + 1}`
  const request = userText(proposalRequest(options.prompts, current.report, proposals))
  const proposed = yield* phase('propose', proposalWork(task, request, options), title, at)
  const work = plus({ ...noProgress, added: [request] }, proposed)
  const { text, added, calls, outOfBudget } = work
  const made = yield* snapshot(title)
  const unscored = whyUnscored(work, made === current.snapshot, options)
  if (unscored !== null) {
    if (made !== current.snapshot) yield* restore(current.snapshot)
    const why = work.failure?.message ?? null
    yield* note(`${title}: ${unscored}`, { score: null, kept: false, why, snapshot: made })
    const proposal = { text, score: null, decision: unscored }
    return { calls, outOfBudget, proposal, kept: null, perfect: false, problem: null }
  }
  const judged = yield* phase('score', scoreFiles(task, start, made, options), `score ${at + 1}`, at + 1)
  const { score, report, problem, perfect } = judged
  const { decision, isKept, facts } = yield* decided(score, current, at, options)
  const detail = { score, before: current.score, ...facts, kept: isKept, snapshot: made, ...problemOf(problem) }
  yield* note(`${title}: ${scoreSentence(score)}, ${isKept ? 'kept' : 'rejected'}`, detail)
  if (!isKept) yield* restore(current.snapshot)
  return {
    calls: [...calls, ...judged.calls],
    outOfBudget: outOfBudget || judged.outOfBudget,
    proposal: { text, score, decision },
    kept: isKept ? { snapshot: made, score, report, added, text } : null,
    perfect,
    problem,
  }
}

/** An agent begins a new session for each: it may remember what was rolled back. */
function* proposalWork(task: Task, request: Message, options: AnnealingOptions): Routine<Progress> {
  if (options.inner !== null)
    return yield* innerWork(options.inner, task, [request], { limits: noLimits, sessions: 'new' })
  return loopProgress(yield* runLoop(loopFor(task, 'engineer', options, [...task.messages, request])))
}

/** Kept if it is no worse, else by chance. */
function* decided(score: number | null, current: FileState, at: number, options: AnnealingOptions) {
  const { worse, temperature, chance } = compareScores(score, current, at, options)
  const drawn = chance > 0 && chance < 1 ? yield* random(`keep proposal ${at + 1}`) : null
  const isKept = drawn === null ? chance === 1 : drawn < chance
  const decision: Proposal['decision'] = isKept ? keptAs(worse) : 'worse, rejected'
  return { decision, isKept, facts: { temperature, chance, drawn } }
}

function keptAs(worse: number): Proposal['decision'] {
  if (worse < 0) return 'better'
  return worse === 0 ? 'equal' : 'worse, kept'
}

function whyUnscored(work: Progress, isSame: boolean, { score }: AnnealingOptions): 'failed' | 'no change' | null {
  if (work.failure !== null || (work.outOfBudget && score === 'evaluator')) return 'failed'
  return isSame ? 'no change' : null
}

import type { Message } from '../../../../src-shared/model/message.ts'
import type { Task } from '../../../../src-shared/strategy/task.ts'
import { failureOf, type LoopEnd, loopFor, mustEnd, textOf } from '../../loop/loop.ts'
import { runLoop } from '../../loop/tool-loop.ts'
import { userText } from '../../messages.ts'
import { note, phase, type Routine, random, restore, snapshot } from '../../steps.ts'
import type { AnnealingOptions } from './annealing-options.ts'
import { scored } from './annealing-score.ts'
import { type Annealing, compared, type Proposal, withKept, withRejected } from './annealing-state.ts'
import { problemOf, proposalRequest, scoreInWords } from './annealing-words.ts'

/** One proposal, made in the files, snapshotted, scored and decided on. */
export function* proposed(task: Task, before: Annealing, at: number, options: AnnealingOptions): Routine<Annealing> {
  const title = `proposal ${at + 1}`
  const talk = [userText(proposalRequest(before.current.report, before.proposals))]
  const work = loopFor(task, 'engineer', options.maxTurns, [...task.messages, ...talk])
  const end = yield* phase('propose', runLoop(work), title, at)
  const state = { ...before, calls: [...before.calls, ...end.calls], spent: mustEnd(end) }
  const made = yield* snapshot(title)
  const unscored = whyUnscored(state, end, made, options)
  if (unscored !== null) return yield* passedOver(state, end, unscored, made, title)
  return yield* decided(task, state, { title, talk, end, made, at }, options)
}

interface Made {
  readonly title: string
  readonly talk: readonly Message[]
  readonly end: LoopEnd
  readonly made: string
  readonly at: number
}

function* decided(task: Task, state: Annealing, so: Made, options: AnnealingOptions): Routine<Annealing> {
  const { title, talk, end, made, at } = so
  const judged = yield* phase('score', scored(task, state.start, made, options), `score ${at + 1}`, at + 1)
  const comparison = compared(judged.score, state.current, at, options)
  const { temperature, chance } = comparison
  const drawn = chance > 0 && chance < 1 ? yield* random(`keep ${title}`) : null
  const kept = drawn === null ? chance === 1 : drawn < chance
  yield* note(`${title}: ${scoreInWords(judged.score)}, ${kept ? 'kept' : 'rejected'}`, {
    score: judged.score,
    before: state.current.score,
    temperature,
    chance,
    drawn,
    kept,
    snapshot: made,
    ...problemOf(judged.problem),
  })
  if (!kept) {
    yield* restore(state.current.snapshot)
    return withRejected(state, { text: textOf(end) }, judged)
  }
  const { score, report } = judged
  const current = { snapshot: made, score, report, talk: [...talk, ...end.added], text: textOf(end) }
  return withKept(state, current, judged, comparison, options)
}

function whyUnscored(
  state: Annealing,
  end: LoopEnd,
  made: string,
  { score }: AnnealingOptions,
): Proposal['decision'] | null {
  if (end.ending === 'failed' || (state.spent && score === 'evaluator')) return 'failed'
  return made === state.current.snapshot ? 'no change' : null
}

/** Its files are put back, and the current state stays. */
function* passedOver(
  state: Annealing,
  end: LoopEnd,
  decision: Proposal['decision'],
  made: string,
  title: string,
): Routine<Annealing> {
  if (made !== state.current.snapshot) yield* restore(state.current.snapshot)
  const why = failureOf(end)?.message ?? null
  yield* note(`${title}: ${decision}`, { score: null, kept: false, why, snapshot: made })
  return { ...state, proposals: [...state.proposals, { text: textOf(end), score: null, decision }] }
}

import type { Message } from '../../src-shared/message.ts'
import type { CallEntry, Outcome } from '../../src-shared/strategy-info.ts'
import type { Task } from '../../src-shared/task.ts'
import { type AnnealingOptions, annealingOptions } from './annealing-options.ts'
import { type Scored, scored } from './annealing-score.ts'
import { proposalRequest, reportOf } from './annealing-words.ts'
import { joined, withLastWords } from './last-words.ts'
import { type LoopEnd, loopWork } from './loop-work.ts'
import { userText } from './messages.ts'
import { onlyReading } from './only-reading.ts'
import { outcomeOf } from './outcome.ts'
import { note, phase, type Routine, random, restore, StepFailed, snapshot } from './steps.ts'
import { defineStrategy } from './strategy.ts'
import { runLoop } from './tool-loop.ts'

/**
 * Simulated annealing over states of the files. Source: Kirkpatrick, Gelatt, Vecchi, "Optimization by Simulated
 * Annealing" (1983), with a geometric schedule.
 *
 * 1. Every proposal begins from the current state and is snapshotted before it is scored, so that each can be
 *    had back by its id on the timeline.
 * 2. It is kept where it is no worse, else with probability exp(-worse / temperature); else it is rolled back.
 * 3. Of all states that were kept the best remains, the newest of equals, however the run of the strategy ends.
 */
interface State {
  readonly snapshot: string
  readonly score: number | null
  readonly report: string
  /** The talk that led to it. */
  readonly talk: readonly Message[]
  readonly text: string
}
/** A proposal and what became of it. */
export interface Proposal {
  readonly text: string
  readonly score: number | null
  readonly decision: 'better' | 'equal' | 'worse, kept' | 'worse, rejected' | 'no change' | 'failed'
}
interface Annealing {
  readonly start: string
  readonly current: State
  readonly best: State
  readonly proposals: readonly Proposal[]
  readonly calls: readonly CallEntry[]
  readonly perfect: boolean
  readonly spent: boolean
}

function* annealingRun(task: Task, options: AnnealingOptions): Routine<Outcome> {
  const refused = onlyReading(task, 'annealing')
  if (refused !== null) return outcomeOf(task, { text: '', added: [], calls: [], meta: {} }, refused)
  let state = yield* started(task, options)
  for (let at = 0; at < options.proposals && !state.perfect && !state.spent; at++) {
    try {
      state = yield* proposed(task, state, at, options)
    } catch (error) {
      if (error instanceof StepFailed) yield* restore(state.best.snapshot)
      throw error
    }
  }
  if (state.current.snapshot !== state.best.snapshot) yield* restore(state.best.snapshot)
  return ending(task, state)
}

function* started(task: Task, options: AnnealingOptions): Routine<Annealing> {
  const start = yield* snapshot('before the first proposal')
  const first = yield* phase('score', scored(task, start, start, options), 'score the start')
  const { score, report, calls, spent } = first
  yield* note(`the start: ${inWords(score)}`, { score, snapshot: start, temperature: options.temperature })
  const current: State = { snapshot: start, score, report, talk: [], text: '' }
  return { start, current, best: current, proposals: [], calls, perfect: false, spent }
}

/** One proposal, from the current state to the next one. */
function* proposed(task: Task, before: Annealing, at: number, options: AnnealingOptions): Routine<Annealing> {
  const title = `proposal ${at + 1}`
  const talk = [userText(proposalRequest(before.current.report, before.proposals))]
  const work = loopWork(task, 'engineer', options.maxTurns, [...task.messages, ...talk])
  const end = yield* phase('propose', runLoop(work), title, at)
  const state = { ...before, calls: [...before.calls, ...end.calls], spent: end.spent || end.ending === 'last-answer' }
  const made = yield* snapshot(title)
  if (end.failure !== null) return yield* decided(state, end, null, 'failed', made, at)
  if (made === state.current.snapshot) return yield* decided(state, end, null, 'no change', made, at)
  if (state.spent && options.score === 'evaluator') return yield* decided(state, end, null, 'failed', made, at)
  const judged = yield* phase('score', scored(task, state.start, made, options), `score ${at + 1}`, at + 1)
  const worse = costOf(judged.score, options) - costOf(state.current.score, options)
  const temperature = options.temperature * options.cooling ** at
  const chance = chanceOf(worse, temperature)
  const drawn = chance > 0 && chance < 1 ? yield* random(`keep ${title}`) : null
  const kept = drawn === null ? chance === 1 : drawn < chance
  yield* note(`${title}: ${inWords(judged.score)}, ${kept ? 'kept' : 'rejected'}`, {
    score: judged.score,
    before: state.current.score,
    temperature,
    chance,
    drawn,
    kept,
    snapshot: made,
  })
  if (!kept) yield* restore(state.current.snapshot)
  return withProposal(state, end, talk, judged, { made, worse, kept }, options)
}

/** A proposal that is not scored: its files are put back, and the current state stays. */
function* decided(
  state: Annealing,
  end: LoopEnd,
  score: null,
  decision: Proposal['decision'],
  made: string,
  at: number,
): Routine<Annealing> {
  if (made !== state.current.snapshot) yield* restore(state.current.snapshot)
  const why = end.failure?.message ?? null
  yield* note(`proposal ${at + 1}: ${decision}`, { score, kept: false, why, snapshot: made })
  return { ...state, proposals: [...state.proposals, { text: end.text, score, decision }] }
}

/** @returns 0 to 1 */
export function chanceOf(worse: number, temperature: number): number {
  if (Number.isNaN(worse)) return 0
  if (worse <= 0) return 1
  return temperature > 0 ? Math.exp(-worse / temperature) : 0
}

const costOf = (score: number | null, { better }: AnnealingOptions): number => {
  if (score === null) return Number.POSITIVE_INFINITY
  return better === 'higher' ? -score : score
}

interface Decision {
  readonly made: string
  readonly worse: number
  readonly kept: boolean
}

function withProposal(
  state: Annealing,
  end: LoopEnd,
  talk: readonly Message[],
  judged: Scored,
  { made, worse, kept }: Decision,
  options: AnnealingOptions,
): Annealing {
  const decision = worse < 0 ? 'better' : worse === 0 ? 'equal' : kept ? 'worse, kept' : 'worse, rejected'
  const after = {
    ...state,
    proposals: [...state.proposals, { text: end.text, score: judged.score, decision } as const],
    calls: [...state.calls, ...judged.calls],
    spent: state.spent || judged.spent,
  }
  if (!kept) return after
  const { score, report } = judged
  const current = { snapshot: made, score, report, talk: [...talk, ...end.added], text: end.text }
  const isBest = costOf(score, options) <= costOf(state.best.score, options)
  return { ...after, current, best: isBest ? current : state.best, perfect: judged.perfect }
}

const inWords = (score: number | null): string => (score === null ? 'no score' : `score ${score}`)

function ending(task: Task, { start, best, proposals, calls, spent }: Annealing): Outcome {
  const report = reportOf(best.score, proposals, best.snapshot === start)
  const meta = {
    score: best.score,
    snapshot: best.snapshot,
    proposals: proposals.map(({ score, decision }) => ({ score, decision })),
    spent,
  }
  return outcomeOf(task, { text: joined(best.text, report), added: withLastWords(best.talk, report), calls, meta })
}

export const annealing = defineStrategy({
  name: 'annealing',
  title: 'Simulated annealing',
  summary:
    'Proposes change after change, keeps what scores better and at first sometimes what is worse; the best remains.',
  version: 1,
  wrapper: false,
  options: annealingOptions,
  roles: [
    { name: 'engineer', purpose: 'Proposes changes by making them' },
    { name: 'evaluator', purpose: 'Scores them, where no check command does' },
  ],
  phases: [
    { name: 'score', to: ['propose'] },
    { name: 'propose', to: ['score', 'propose'] },
  ],
  build: (chosen) => (task) => annealingRun(task, chosen),
})

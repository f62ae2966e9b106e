import { plural } from '../../src-shared/base/format.ts'
import { laneText, measureTexts, scoreText, successText } from '../../src-shared/comparison/batch-text.ts'
import type { Batch, Trial } from '../../src-shared/comparison/comparison-batch.ts'
import type { BatchResults, LaneResults } from '../../src-shared/comparison/comparison-results.ts'
import type { LaneLabel } from '../../src-shared/comparison/lane-label.ts'
import { laneResults } from '../../src-shared/comparison/lane-results.ts'
import { fairText } from '../../src-shared/comparison/limits-text.ts'
import { openRace, type Race } from '../../src-shared/comparison/race/race.ts'
import { alikeTexts, effectText } from '../../src-shared/comparison/what-if/effect-text.ts'
import type { TitledStrategy } from '../../src-shared/strategy/strategy-title.ts'
import { type PairingRules, pairedResults } from './paired-results.ts'
import { scoreDirection } from './paired-score.ts'
import { raceResults, raceTexts } from './race-results.ts'
import { minFigures } from './statistics/welch.ts'
import { stepEffects } from './step-effects.ts'

type Planned = Pick<Batch, 'lanes' | 'tasks' | 'seed' | 'certainty' | 'out' | 'fair' | 'fork'>

/**
 * The results of a batch so far: computed from the trials alone, the same each time.
 * @param known to call strategies by their titles
 */
export function batchResults(
  batch: Planned,
  trials: readonly Trial[],
  known: readonly TitledStrategy[] = [],
): BatchResults {
  const { certainty } = batch
  const own = byLane(trials)
  const lanes = batch.lanes.map((lane) => laneResults(lane, own(lane.label), certainty.alpha, known))
  if (batch.fork !== undefined) return forkResults(batch, trials, lanes)
  const race = raceOf(batch, trials)
  const raced = race === null ? null : raceResults(batch, trials, race)
  const rules = { ...rulesOf(batch), race }
  const paired = besideFirst(batch).map(([lane, first]) =>
    pairedResults([...own(lane), ...own(first)], lane, first, rules),
  )
  const raceWords = raced === null ? [] : raceTexts(raced, batch)
  const isEarly = paired.some(({ decidedAfter }) => decidedAfter !== null)
  const notes = notesOn(batch, trials, isEarly)
  const words = [
    ...raceWords,
    ...lanes.map(laneText),
    ...paired.flatMap((each) => [
      successText(each, certainty),
      ...measureTexts(each),
      ...(each.score === null ? [] : [scoreText(each, each.score)]),
    ]),
    ...notes,
  ]
  return { lanes, paired, words, notes: [...raceWords, ...notes], ...(raced !== null && { race: raced }) }
}

function forkResults(batch: Planned, trials: readonly Trial[], lanes: readonly LaneResults[]): BatchResults {
  const effects = stepEffects(batch, trials)
  const notes = [...alikeTexts(effects), forkedText, ...notesOn(batch, trials, false)]
  const words = [
    ...lanes.map(laneText),
    ...effects.flatMap((each) => [effectText(each), ...measureTexts(each, `${minFigures} trials of each`)]),
    ...notes,
  ]
  return { lanes, paired: [], effects, words, notes }
}

const forkedText =
  'Time, tokens and cost are those from the step on: what came before it was reused and is not counted.'

/** The lanes all against all; null if they do not race. */
const raceOf = ({ lanes, certainty }: Planned, trials: readonly Trial[]): Race | null =>
  certainty.racing === true
    ? openRace(
        lanes.map(({ label }) => label),
        certainty.alpha,
        trials,
      )
    : null

/** So that each lane is found without a look at the trials of all others. */
function byLane(trials: readonly Trial[]): (lane: LaneLabel) => readonly Trial[] {
  const lanes = new Map<LaneLabel, Trial[]>()
  for (const trial of trials) {
    const own = lanes.get(trial.lane)
    if (own === undefined) lanes.set(trial.lane, [trial])
    else own.push(trial)
  }
  return (lane) => lanes.get(lane) ?? []
}

const besideFirst = ({ lanes: [first, ...others] }: Planned): [LaneLabel, LaneLabel][] =>
  others.map((lane) => [lane.label, first?.label ?? lane.label])

const rulesOf = ({ certainty, seed, lanes, tasks }: Planned): PairingRules => ({
  ...certainty,
  // A race looks after every pair, too.
  stopEarly: certainty.stopEarly || certainty.racing === true,
  race: null,
  seed,
  comparisons: lanes.length - 1,
  tasks: tasks.length,
  score: scoreDirection(tasks),
})

function notesOn({ certainty, lanes, tasks, fair, fork }: Planned, trials: readonly Trial[], early: boolean): string[] {
  const isRace = certainty.racing === true
  const open = trials.filter(({ state }) => state === 'waiting' || state === 'running').length
  const unscored = trials.flatMap(({ result }) => result?.check?.scoreProblem ?? [])
  const voided = trials.filter(({ state }) => state === 'void')
  const why = voided.findLast(({ failure }) => failure !== null)?.failure
  const unchecked = tasks.filter(({ check }) => check === null).length
  const sure = `${Math.round((1 - certainty.alpha) * 100)} %`
  return [
    ...(open > 0 && !early
      ? [
          `${open} of ${trials.length} trials are still to come: “better” and “worse” are only said when ${certainty.stopEarly || isRace ? 'it is decided, or ' : ''}the plan is done.`,
        ]
      : []),
    ...(early
      ? [
          'It ended early: intervals of differences hold at any number of looks; those of single lanes are made for one look, and are a hint.',
        ]
      : []),
    ...cutTexts(lanes, trials),
    ...(unscored.length > 0 ? [`${unscored.length} of ${trials.length} trials have no score: ${unscored[0]}`] : []),
    ...(voided.length > 0
      ? [`${voided.length} of ${trials.length} trials do not count${why ? `, the last for this: ${why.message}` : '.'}`]
      : []),
    ...(unchecked > 0 ? [uncheckedText(unchecked, tasks.length)] : []),
    ...(fair === undefined ? [] : [fairText(fair), ...cutOffTexts(lanes, trials)]),
    ...(lanes.length > 2 && !isRace
      ? [
          `The error rate is divided among the ${lanes.length - 1} lanes that are compared with the first: intervals of differences hold for all of them at once.`,
        ]
      : []),
    'Time, tokens and cost share an error rate: their intervals hold for all three at once.',
    `Intervals are at ${sure} and speak of ${fork === undefined ? plural(tasks.length, 'this task', `these ${tasks.length} tasks`) : 'this run'}, not of others.`,
  ]
}

/** The check alone decides a trial, so one may succeed though its run broke off. */
function cutTexts(lanes: Planned['lanes'], trials: readonly Trial[]): string[] {
  const cut = trials.filter(({ result }) => result?.success === true && result.status !== 'completed')
  if (cut.length === 0) return []
  const counts = lanes.flatMap(({ label }) => {
    const own = cut.filter(({ lane }) => lane === label).length
    return own === 0 ? [] : [`${label} ${own}`]
  })
  return [`Passed by the check though the run itself did not complete: ${counts.join(', ')}.`]
}

/** How many trials of each lane ended because the equal budget was used up. */
function cutOffTexts(lanes: Planned['lanes'], trials: readonly Trial[]): string[] {
  const counts = lanes.map(({ label }) => {
    const own = trials.filter(({ lane, state }) => lane === label && state === 'done')
    const cut = own.filter(({ failure }) => failure?.kind === 'budget-spent').length
    return `${label} ${cut} of ${own.length}`
  })
  return [`Trials that ended at that limit without an answer: ${counts.join(', ')}.`]
}

const uncheckedText = (unchecked: number, tasks: number): string =>
  unchecked === tasks
    ? 'No check was named, so a run that completes is a success, whatever it did.'
    : `In ${unchecked} of ${tasks} tasks no check was named: there a run that completes is a success, whatever it did.`

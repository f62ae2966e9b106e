import { laneWords, measureWords, successWords } from './batch-words.ts'
import type { Batch, Trial } from './comparison-batch.ts'
import type { BatchResults } from './comparison-results.ts'
import { laneResults } from './lane-results.ts'
import { pairedResults } from './paired-results.ts'

type Planned = Pick<Batch, 'lanes' | 'tasks' | 'seed' | 'certainty'>

/** What the trials of a batch come to so far: out of the trials alone, the same each time. */
export function batchResults(batch: Planned, trials: readonly Trial[]): BatchResults {
  const { certainty, seed } = batch
  const [first, ...others] = batch.lanes
  const lanes = batch.lanes.map((lane) => laneResults(lane, trials, certainty.alpha))
  const rules = { ...certainty, seed, comparisons: others.length, tasks: batch.tasks.length }
  const paired = others.map((lane) => pairedResults(trials, lane.label, first?.label ?? 'A', rules))
  const words = [
    ...lanes.map(laneWords),
    ...paired.flatMap((each) => [
      successWords(each, certainty),
      ...each.measures.map((measure) => measureWords(each, measure)),
    ]),
    ...notesOn(
      batch,
      trials,
      paired.some(({ decidedAfter }) => decidedAfter !== null),
    ),
  ]
  return { lanes, paired, words }
}

/** Whether every lane beside the first is told from it, so that more trials would tell nothing new. */
export const isDecided = (batch: Planned, trials: readonly Trial[]): boolean =>
  batch.certainty.stopEarly && batchResults(batch, trials).paired.every(({ decidedAfter }) => decidedAfter !== null)

function notesOn({ certainty, lanes, tasks }: Planned, trials: readonly Trial[], early: boolean): string[] {
  const open = trials.filter(({ state }) => state === 'waiting' || state === 'running').length
  const sure = `${Math.round((1 - certainty.alpha) * 100)} %`
  return [
    ...(open > 0 && !early
      ? [
          `${open} of ${trials.length} trials are still to come: “better” and “worse” are only said when the plan is done.`,
        ]
      : []),
    ...(early ? ['It ended early: the intervals were not made for that, and are a hint.'] : []),
    ...(lanes.length > 2 ? [`The error rate is shared out among the ${lanes.length - 1} lanes beside the first.`] : []),
    `Intervals are at ${sure} and speak of ${tasks.length === 1 ? 'this task' : `these ${tasks.length} tasks`}, not of others.`,
  ]
}

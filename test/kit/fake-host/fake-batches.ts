import { batchResults } from '../../../src-main/trials/batch-results.ts'
import type { BatchDetails, BatchView } from '../../../src-shared/api/comparison-requests.ts'
import type { Trial } from '../../../src-shared/comparison/comparison-batch.ts'
import { failureGroups } from '../../../src-shared/comparison/failures/failure-groups.ts'
import { laneLabelAt } from '../../../src-shared/comparison/lane-label.ts'
import { noTotals } from '../../../src-shared/run/event.ts'
import { seededChance } from '../../../src-shared/statistics/chance.ts'
import { madeBatch, madeResult } from '../agent/sample-trials.ts'

const strategies = ['Tool loop', 'Plan, revise, execute', 'Best of 3', 'Test-driven', 'Reflection', 'ReAct'] as const
const repairs = [
  'Discount at exactly $100',
  'Rounding per invoice',
  'Empty cart total',
  'CSV with quotes',
  'Off-by-one paging',
  'Leap-year due date',
  'Currency parsing',
  'Retry with back-off',
  'Race in the cache',
  'Unicode slugs',
  'Time zone shift',
  'Reserved stock',
] as const

interface Size {
  readonly id: string
  readonly lanes: readonly string[]
  readonly tasks: readonly string[]
  readonly repeats: number
  /** Share of the trials that have ended, 0 to 1. */
  readonly done: number
  /** The lane that lost the race, and after how many trials. */
  readonly out: { readonly lane: string; readonly by: string; readonly after: number } | null
}

/** An invented batch of any size, the same each time. */
function fakeBatch({ id, lanes, tasks, repeats, done, out }: Size): BatchView {
  const chance = seededChance(11)
  const pattern = madeBatch().lanes[0]
  const own = lanes.flatMap((name, at) => (pattern === undefined ? [] : [{ ...pattern, name, label: laneLabelAt(at) }]))
  const skill = own.map(() => 0.45 + chance() * 0.5)
  const ease = tasks.map(() => 0.5 + chance() * 0.6)
  const count = lanes.length * tasks.length * repeats
  const endedBefore = Math.floor(count * done)
  const trials: Trial[] = []
  for (let repeat = 0; repeat < repeats; repeat++)
    for (const [task, each] of ease.entries())
      for (const [lane, { label }] of own.entries()) {
        const number = trials.length
        const common = { number, taskId: `t${task}`, repeat, lane: label, failure: null }
        const seen = repeat * tasks.length + task
        if (out?.lane === label && seen >= out.after)
          trials.push({ ...common, state: 'saved', runId: null, result: null })
        else if (number >= endedBefore)
          trials.push({ ...common, state: number < endedBefore + 8 ? 'running' : 'waiting', runId: null, result: null })
        else {
          const success = chance() < Math.min(0.98, (skill[lane] ?? 0.5) * each * 1.25)
          const workMs = Math.round(15_000 + lane * 3000 + chance() * 45_000)
          const result = { ...madeResult({ success, workMs, cost: 0.01 + workMs / 2_000_000 }) }
          trials.push({
            ...common,
            state: 'done',
            // One run that is there: the first lane's at the last task.
            runId: number === (tasks.length - 1) * lanes.length ? 'tax-turn-1-run' : `run-${id}-${number}`,
            result: { ...result, totals: { ...noTotals, ...result.totals } },
          })
        }
      }
  const inState = (state: Trial['state']) => trials.filter((trial) => trial.state === state).length
  const batch = madeBatch({
    id,
    projectId: 'invoice',
    conversationId: 'tax',
    name: lanes.length > 6 ? 'A large sweep' : 'Six strategies on small repairs',
    lanes: own,
    tasks: tasks.map((name, at) => ({
      id: `t${at}`,
      name,
      message: name,
      from: 'f'.repeat(40),
      check: { command: 'npm test', scorePattern: null, better: 'higher', timeLimitMs: 600_000 },
      turnId: null,
    })),
    repeats,
    state: done < 1 ? 'running' : 'done',
    parallel: 8,
    limits: { cost: 15, tokens: null, wallMs: null },
    counts: {
      done: inState('done'),
      void: 0,
      running: inState('running'),
      planned: count,
      asking: 0,
      saved: inState('saved'),
    },
    ...(out !== null && { out: [out] }),
  })
  return { batch, trials, results: batchResults(batch, trials) }
}

const endings = [
  {
    title: 'Tests still fail after the last edit',
    at: 'final check',
    message: 'npm test AssertionError: expected 100 to be 90',
  },
  { title: 'Answered without running the tests', at: 'answer', message: 'no npm test after the last edit' },
  { title: 'Edit not applied', at: 'edit_file', message: 'The old text occurs 0 times, 3 times in a row' },
  { title: 'Out of rounds', at: 'limit', message: 'You stopped the run after 40 rounds. Last call: read_file.' },
  { title: 'Command timed out', at: 'run_command', message: 'npm test [ended after its time limit of 30 s]' },
] as const

/** Endings for every failed trial, the first ones more often. */
export function fakeDetails({ batch, trials }: BatchView): BatchDetails {
  const lanes = batch.lanes.map(({ label }) => label)
  const failed = trials.filter(({ result }) => result?.success === false)
  const found = failed.flatMap(({ number }, at) => {
    const ending = endings[Math.floor(((at * 7) % 25) ** 2 / 125)]
    return ending === undefined ? [] : [[number, ending] as const]
  })
  const steps = lanes.map((label, at) => ({
    label,
    trials: 40,
    calls: 12 + at * 2.5,
    repeatedCalls: 0.4 + at / 5,
    revisions: 1.2 + at / 4,
    failedShare: 0.05 + at / 60,
    phases:
      at % 2 === 0
        ? []
        : [
            { title: 'Plan', share: 0.3 },
            { title: 'Execute', share: 0.7 },
          ],
  }))
  return { failures: failureGroups(lanes, trials, new Map(found)), steps, pending: 0 }
}

/** Made once: it is asked for again and again. */
let large: BatchView | null = null

export const fakeBatches: Readonly<Record<string, () => BatchView>> = {
  'batch-six': () =>
    fakeBatch({
      id: 'batch-six',
      lanes: strategies,
      tasks: repairs,
      repeats: 5,
      done: 0.8,
      out: { lane: 'F', by: 'A', after: 24 },
    }),
  'batch-two': () =>
    fakeBatch({
      id: 'batch-two',
      lanes: strategies.slice(0, 2),
      tasks: repairs.slice(0, 2),
      repeats: 12,
      done: 1,
      out: null,
    }),
  /** More lanes, tasks and trials than fit anywhere: 125,000 trials. */
  'batch-large': () => {
    large ??= fakeBatch({
      id: 'batch-large',
      lanes: Array.from({ length: 50 }, (_, at) => `Variant ${at + 1}`),
      tasks: Array.from({ length: 500 }, (_, at) => `Task ${at + 1}`),
      repeats: 5,
      done: 1,
      out: null,
    })
    return large
  },
}

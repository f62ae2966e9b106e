import type { StartBatch } from '../../../src-shared/api/comparison-requests.ts'
import { counted, formatNumber } from '../../../src-shared/base/format.ts'
import type { LaneSetUp } from '../../../src-shared/comparison/comparison.ts'
import { laneDifferences } from '../../../src-shared/comparison/comparison-differs.ts'
import { laneLabelAt } from '../../../src-shared/comparison/lane-label.ts'
import { laneTitles } from '../../../src-shared/comparison/lane-titles.ts'
import { estimateText } from '../../../src-shared/comparison/plan/estimate-text.ts'
import { planTexts } from '../../../src-shared/comparison/plan/plan-text.ts'
import { powerText } from '../../../src-shared/comparison/power-text.ts'
import { sweepText } from '../../../src-shared/comparison/sweep/sweep-text.ts'
import { ask } from '../../host/api/host-client.ts'
import type { Host } from '../../host/host.ts'
import { inColumns } from '../columns.ts'
import type { Terminal } from '../terminal.ts'
import { exitCodes } from '../watch-run.ts'
import { knownForLanes } from './swept-lanes.ts'

/** Trials as they would be started. */
interface Plan extends Pick<StartBatch, 'certainty' | 'limits' | 'fair' | 'sweep'> {
  readonly projectId: string
  readonly lanes: readonly LaneSetUp[]
  readonly tasks: readonly { readonly id: string; readonly name: string }[]
  readonly repeats: number
  readonly parallel: number
  readonly seed: number | null
}

/** `--dry-run`: what would be run, what it is likely to take, and what it can show. @returns the exit code */
export async function printPlan(host: Host, plan: Plan, json: boolean, terminal: Terminal): Promise<number> {
  const { projectId, lanes, tasks, repeats, parallel, seed, certainty, limits, fair, sweep } = plan
  const known = await knownForLanes(host, projectId)
  const titles = laneTitles(lanes, known)
  const runsEach = repeats * tasks.length
  const trials = runsEach * lanes.length
  const ids = tasks.map(({ id }) => id)
  const estimate = await ask(host, 'comparison-estimate', { projectId, lanes: [...lanes], message: '', tasks: ids })
  const { lanes: estimates, rates, disagreement } = estimate
  if (json) {
    const set = lanes.map((lane, at) => ({
      ...lane,
      label: laneLabelAt(at),
      name: titles[at],
      estimate: estimates[at] ?? null,
    }))
    const whole = { tasks: tasks.length, repeats, trials, parallel, seed, certainty, limits: limits ?? null }
    terminal.data(`${JSON.stringify({ lanes: set, ...whole, fair: fair ?? null, sweep: sweep ?? null, rates })}\n`)
    return exitCodes.completed
  }
  const { differ, alike, unequal } = laneDifferences(lanes, known)
  const lines = [
    ...inColumns([['', 'lane'], ...titles.map((title, at) => [laneLabelAt(at), title])], null),
    '',
    ...(sweep === undefined ? [] : [sweepText(sweep, known)]),
    ...differ,
    alike,
    ...(unequal === null ? [] : [unequal]),
    '',
    `${counted(trials, 'trial')}: ${counted(lanes.length, 'lane')} × ${counted(tasks.length, 'task')} × ${counted(repeats, 'repeat')}, ${formatNumber(parallel)} at a time, seed ${seed ?? 'by chance'}.`,
    estimateText(estimates, runsEach, parallel),
    powerText(repeats, tasks.length, lanes.length, disagreement),
    ...planTexts(
      { certainty, lanes: lanes.length, runsEach, parallel, ...(limits && { limits }), ...(fair && { fair }) },
      estimate,
    ),
    'Nothing was started.',
  ]
  terminal.out(`${lines.join('\n')}\n`)
  return exitCodes.completed
}

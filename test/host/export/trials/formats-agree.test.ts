import { parquetReadObjects } from 'hyparquet'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { ask } from '../../../../src-main/host/api/host-client.ts'
import { csvRows } from '../../../../src-main/trials/outside/csv-rows.ts'
import type { BatchReportFormat } from '../../../../src-shared/api/comparison-requests.ts'
import { laneLabelAt } from '../../../../src-shared/comparison/lane-label.ts'
import { openTestHost, temporaryFolder } from '../../../kit/host/host-open.ts'
import { temporaryProject } from '../../../kit/project/temporary-project.ts'
import { type SeededLane, seedTrials } from '../../../kit/run/seed-trials.ts'

// A host is opened for each.
vi.setConfig({ testTimeout: 60_000 })

const [lanes, tasks, repeats] = [6, 20, 3]
const labels = Array.from({ length: lanes }, (_, at) => laneLabelAt(at))

/** Lane A always succeeds, F never; some trials don't count, and of lane C nobody knows a cost. */
const laneAt = (at: number): SeededLane => ({
  choice: { name: at % 2 === 0 ? 'tool-loop' : 'react', options: at === 2 ? { maxTurns: 7 } : {} },
  profile: { id: `prof_${at}`, name: `Model "${at}"`, model: `model,${at}` },
  isDone: (task, repeat) => ((task + repeat + at) % 17 === 0 ? null : (task * 7 + repeat * 3) % (lanes - 1) >= at),
  cost: at === 2 ? null : 0.01 * (at + 1),
})

async function exported() {
  const [dataFolder, { folder }] = [await temporaryFolder(), await temporaryProject({ 'a.txt': 'one\n' })]
  seedTrials(dataFolder, { folder, set: 'core', tasks, repeats, lanes: labels.map((_, at) => laneAt(at)) })
  const host = await openTestHost({ dataFolder })
  const made = async (format: BatchReportFormat, lane: (typeof labels)[number] | null = null) =>
    (await ask(host, 'batch-report', { batchId: 'batch_seeded', format, lane })).text
  return {
    view: z
      .object({ trials: z.array(trial), results: z.object({ lanes: z.array(laneResult) }) })
      .parse(JSON.parse(await made('json'))),
    csv: csvRows(await made('csv')),
    jsonl: (await made('jsonl'))
      .trimEnd()
      .split('\n')
      .map((line) => row.parse(JSON.parse(line))),
    parquet: await parquetReadObjects({ file: Uint8Array.from(Buffer.from(await made('parquet'), 'base64')).buffer }),
    inspect: await Promise.all(labels.map(async (label) => log.parse(JSON.parse(await made('inspect', label))))),
    html: await made('html'),
  }
}

const cell = z.union([z.string(), z.number(), z.boolean(), z.null()])
const row = z.record(z.string(), cell)
const trial = z.object({
  lane: z.string(),
  taskId: z.string(),
  repeat: z.number(),
  state: z.string(),
  result: z
    .object({ success: z.boolean(), workMs: z.number(), totals: z.object({ cost: z.number().nullable() }) })
    .nullable(),
})
const laneResult = z.object({
  label: z.string(),
  trials: z.number(),
  successes: z.number(),
  success: z.object({ value: z.number() }),
  spread: z.object({ time: z.object({ median: z.number() }), cost: z.object({ median: z.number() }).nullable() }),
})
const log = z.object({
  status: z.literal('success'),
  results: z.object({
    total_samples: z.number(),
    completed_samples: z.number(),
    scores: z.tuple([z.object({ metrics: z.object({ accuracy: z.object({ value: z.number() }) }) })]),
  }),
  samples: z.array(
    z.object({
      id: z.string(),
      epoch: z.number(),
      total_time: z.number().optional(),
      scores: z.object({ check: z.object({ value: z.enum(['C', 'I']) }).optional() }),
      error: z.object({ message: z.string() }).optional(),
    }),
  ),
})

test('the tables hold the same cells, an unknown one being null or empty', async () => {
  const { csv, jsonl, parquet } = await exported()
  expect(jsonl).toHaveLength(lanes * tasks * repeats)
  const asText = jsonl.map((each) =>
    Object.fromEntries(Object.entries(each).map(([name, value]) => [name, String(value ?? '')])),
  )
  expect(csv).toEqual(asText)
  const plain = parquet.map((each) =>
    Object.fromEntries(
      Object.entries(each).map(([name, value]) => [name, typeof value === 'bigint' ? Number(value) : value]),
    ),
  )
  expect(plain).toEqual(jsonl)
})

test('what the lanes differ in has a column each, with the default of an option that a lane leaves alone', async () => {
  const { jsonl, parquet } = await exported()
  const columns = Object.keys(parquet[0] ?? {}).filter((each) => each.startsWith('varied.'))
  expect(columns).toEqual(['varied.strategy', 'varied.model', 'varied.maxTurns'])
  const [a, b, c] = labels.map((label) => jsonl.find(({ lane }) => lane === label))
  expect(columns.map((each) => c?.[each])).toEqual(['tool-loop', 'Model "2"', 7])
  expect(columns.map((each) => b?.[each])).toEqual(['react', 'Model "1"', null])
  expect(a?.['varied.maxTurns']).toBe(50)
})

test('the rows are the trials, and the results by lane are what the rows come to', async () => {
  const { view, jsonl } = await exported()
  expect(
    jsonl.map(({ lane, task_id: id, repeat, state, success, work_ms: ms, cost_usd: cost }) => [
      lane,
      id,
      repeat,
      state,
      success,
      ms,
      cost,
    ]),
  ).toEqual(
    view.trials.map(({ lane, taskId, repeat, state, result }) => [
      ...[lane, taskId, repeat, state],
      ...(result === null ? [null, null, null] : [result.success, result.workMs, result.totals.cost]),
    ]),
  )
  for (const { label, trials, successes, success, spread } of view.results.lanes) {
    const own = jsonl.filter(({ lane, state }) => lane === label && state === 'done')
    const good = own.filter((each) => each['success'] === true).length
    expect([label, trials, successes]).toEqual([label, own.length, good])
    expect(success.value).toBe(good / own.length)
    expect(spread.time.median).toBe(medianOf(own.map((each) => Number(each['work_ms']))))
    if (label === 'C') expect(spread.cost).toBeNull()
    else expect(spread.cost?.median).toBe(medianOf(own.map((each) => Number(each['cost_usd']))))
  }
})

test('the log of each lane has its trials as samples and epochs, with the same outcomes, times and accuracy', async () => {
  const { view, jsonl, inspect } = await exported()
  for (const [at, { results, samples }] of inspect.entries()) {
    const own = jsonl.filter(({ lane }) => lane === labels[at])
    expect(
      samples.map(({ id, epoch, scores: { check }, total_time: s, error }) => [
        id,
        epoch,
        check?.value ?? null,
        s,
        error !== undefined,
      ]),
    ).toEqual(
      own.map(({ task, repeat, success, work_ms: ms, state }) => [
        task,
        Number(repeat) + 1,
        success === null ? null : success === true ? 'C' : 'I',
        ms === null ? undefined : Number(ms) / 1000,
        state === 'void',
      ]),
    )
    const lane = view.results.lanes[at]
    expect([results.total_samples, results.completed_samples]).toEqual([own.length, lane?.trials])
    expect(results.scores[0].metrics.accuracy.value).toBe(lane?.success.value)
  }
})

test('the page says the same of each lane, each task and each trial, and asks for nothing', async () => {
  const { view, jsonl, html } = await exported()
  for (const { label, trials, successes, success } of view.results.lanes) {
    const share = Math.round(success.value * 100)
    expect(html).toMatch(
      new RegExp(`<tr><td>${label} [^<]*</td><td>[^<]*</td><td>${successes} of ${trials}</td><td>${share}.% \\(`),
    )
  }
  const cells = [...(html.split('<h2>Tasks</h2>')[1]?.split('</table>')[0] ?? '').matchAll(/<td>(\d+) of (\d+)<\/td>/g)]
  const wanted = [...new Set(jsonl.map((each) => each['task_id']))].flatMap((id) =>
    labels.map((label) => {
      const own = jsonl.filter(({ task_id: task, lane, state }) => task === id && lane === label && state === 'done')
      return `${own.filter((each) => each['success'] === true).length} of ${own.length}`
    }),
  )
  expect(cells.map(([, good, counted]) => `${good} of ${counted}`)).toEqual(wanted)
  const outcomes = [
    ...(html.split('<h2>Trials</h2>')[1] ?? '').matchAll(/<td>(success|failed|not counted: [^<]*)<\/td>/g),
  ]
  expect(outcomes.map(([, words = '']) => words.split(':')[0])).toEqual(
    jsonl.map(({ success }) => (success === null ? 'not counted' : success === true ? 'success' : 'failed')),
  )
  expect(html).not.toMatch(/\b(?:src|href|srcset|@import|url)\s*[=(]/i)
  expect(html).not.toContain('<script')
})

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  const [low = 0, high = 0] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]]
  return (low + high) / 2
}

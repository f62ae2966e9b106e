import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { chainHash, chainStart } from '../../src-main/store/log/event-chain.ts'
import { eventBody, parseEvent } from '../../src-shared/run/event.ts'
import { emptyRunView, foldItems } from '../../src-shared/run/view/fold.ts'
import { goldenEvents, goldenEvents2, goldenEvents3 } from './golden-events.ts'
import { fill, sampleRun, temporaryStore } from './sample-store.ts'

// A log as each version wrote it: one event a line, then the hash of the chain's end. Once a version is
// released its file stays as it is and is only read; the next version adds a file of its own.
const fileOf = (version: number) => join(import.meta.dirname, `../golden/events-version-${version}.jsonl`)
const newest = fileOf(3)

test('the golden log has every type of event, and is what a store writes', async () => {
  const store = temporaryStore()
  fill(store)
  store.runs.create(sampleRun('run_1'), 'host_1')
  store.events.append('run_1', goldenEvents3)
  const lines = store.events.read('run_1', -1).map((each) => JSON.stringify(each))
  const end = lines.reduce<Uint8Array>(chainHash, chainStart('run_1'))
  const known = eventBody.options.map((each) => each.shape.type.value)
  expect(new Set(goldenEvents3.map((each) => each.type))).toEqual(new Set(known))
  await expect(`${lines.join('\n')}\n${Buffer.from(end).toString('hex')}\n`).toMatchFileSnapshot(newest)
})

test.each([
  [1, goldenEvents],
  [2, goldenEvents2],
  [3, goldenEvents3],
] as const)(
  'every event of the golden log of version %i reads as what it was, and its chain holds (T6)',
  (version, events) => {
    const lines = readFileSync(fileOf(version), 'utf8').trimEnd().split('\n')
    const end = lines.pop()
    expect(lines.map(parseEvent)).toEqual(events)
    expect(Buffer.from(lines.reduce<Uint8Array>(chainHash, chainStart('run_1'))).toString('hex')).toBe(end)
  },
)

test('the golden logs of the versions before pauses show the same run (T6)', () => {
  const [first, second] = [goldenEvents, goldenEvents2].map((events) =>
    foldItems(
      emptyRunView(),
      events.map((event) => ({ kind: 'event' as const, event })),
    ),
  )
  expect(second).toEqual(first)
})

test('types that a newer version wrote are kept and read back word for word (T6)', () => {
  const raw = '{"type":"model-dream","seq":3,"at":5,"ms":7,"path":"0","vividness":{"of":11}}'
  expect(parseEvent(raw)).toEqual({ type: 'unknown', seq: 3, at: 5, ms: 7, raw })
})

import { expect, test } from 'vitest'
import { findIn } from '../../../src-main/host/search/find.ts'
import { indexEvents, indexRest } from '../../../src-main/host/search/index-run.ts'
import type { RunEvent } from '../../../src-shared/run/event.ts'
import { fill, projectId, sampleRun, temporaryStore } from '../../store/sample-store.ts'

const called = (seq: number, word: string): RunEvent => ({
  seq,
  at: seq,
  ms: seq,
  type: 'tool-start',
  path: String(seq),
  print: '',
  again: false,
  call: { id: `call_${seq}`, tool: 'read_file', arguments: `{"path":"${word}"}`, complete: true },
  effect: 'read',
})

test('what a killed host did not come to put into the search is found after it is taken over, each once (T1)', () => {
  const store = temporaryStore()
  fill(store)
  const run = sampleRun('run_1')
  store.runs.create(run, 'host_1')
  const words = ['alder', 'birch', 'cedar']
  const events = words.map((word, seq) => called(seq, word))
  store.events.append('run_1', events)
  indexEvents(store, run, events.slice(0, 1))
  for (const time of ['taken over', 'taken over again']) {
    store.transaction(() => indexRest(store, run))
    for (const word of words)
      expect([time, word, findIn(store, word, projectId, 0).hits.length]).toEqual([time, word, 1])
  }
})

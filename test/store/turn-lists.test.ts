import { expect, test } from 'vitest'
import type { RunEvent } from '../../src-shared/run/event.ts'
import { noTotals } from '../../src-shared/run/event.ts'
import { conversationId, fill, note, sampleRun, temporaryStore } from './sample-store.ts'

const end = (seq: number): RunEvent => ({
  ...{ seq, at: seq, ms: seq, type: 'run-end', status: 'completed', text: '', messages: [], meta: {} },
  ...{ failure: null, totals: noTotals },
})

/** A branch of so many turns, each with a run that goes on, and the list of each. */
function branchOf(turns: number) {
  const store = temporaryStore()
  fill(store)
  store.runs.create(sampleRun('run_1'), 'host_1')
  store.turnLists.save({ id: 'turn_1', parentId: null }, { list: 'list 1', length: 1 })
  for (let at = 2; at <= turns; at++) {
    const turn = { id: `turn_${at}`, conversationId, parentId: `turn_${at - 1}`, message: 'on', createdAt: at }
    store.turns.create(turn)
    store.runs.create(sampleRun(`run_${at}`, { turnId: turn.id }), 'host_1')
    store.turnLists.save(turn, { list: `list ${at}`, length: at })
  }
  return store
}

test('the list of the end of a branch is known, and of those before it one here and there', () => {
  const store = branchOf(100)
  const known = Array.from({ length: 100 }, (_, at) => at + 1).filter((at) => store.turnLists.get(`turn_${at}`))
  expect(known).toEqual([32, 64, 96, 100])
  expect(store.turnLists.get('turn_64')).toEqual({ list: 'list 64', length: 64 })
})

test('a run that ends makes the lists of its turn and of all that answers it unknown, and no others', () => {
  const store = branchOf(100)
  store.events.append('run_70', [note(0)])
  expect(store.turnLists.get('turn_96')).toBeDefined()
  store.events.append('run_70', [end(1)])
  expect([64, 96, 100].map((at) => store.turnLists.get(`turn_${at}`) !== undefined)).toEqual([true, false, false])
})

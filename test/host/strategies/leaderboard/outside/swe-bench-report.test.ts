import { expect, test } from 'vitest'
import { readOutside } from '../../../../../src-main/trials/outside/read-outside.ts'

const read = (value: unknown) => readOutside(Buffer.from(JSON.stringify(value)), null)
const outcomes = (value: unknown) =>
  read(value)?.entries.flatMap(({ trials }) => trials.map(({ names, success }) => [names[0], success]))

test('a report of SWE-bench’s harness: what was not resolved failed, and what was not tried is left out', () => {
  const report = {
    total_instances: 6,
    submitted_instances: 5,
    completed_ids: ['a__b-1', 'a__b-2'],
    resolved_ids: ['a__b-1'],
    unresolved_ids: ['a__b-2'],
    empty_patch_ids: ['a__b-3'],
    error_ids: ['a__b-4', 'a__b-5'],
    incomplete_ids: ['a__b-6'],
    schema_version: 2,
  }
  expect(outcomes(report)).toEqual([
    ['a__b-1', true],
    ['a__b-2', false],
    ['a__b-3', false],
    ['a__b-4', false],
    ['a__b-5', false],
  ])
  expect(read(report)).toMatchObject({
    format: 'swe-bench',
    leftOut: ['Instances without a prediction: 1.'],
    notes: ['1 empty patch counted as failed.', '2 patches with an error counted as failed.'],
  })
})

test('a report of one instance', () => {
  const report = { 'a__b-1': { patch_is_None: false, patch_exists: true, resolved: true, tests_status: {} } }
  expect(outcomes(report)).toEqual([['a__b-1', true]])
})

test.each([
  [{ resolved_ids: 'all' }],
  [{}],
  [{ a: { resolved: 'yes', patch_exists: true } }],
  [{ a: { resolved: true } }],
])('what is no such report is none: %j', (value) => expect(read(value)).toBeNull())

test('results of Terminal-Bench 1 are no report of SWE-bench: attempts are repeats, with the time of the agent', () => {
  const trial = (task_id: string, is_resolved: boolean | null, more: object = {}) => ({ task_id, is_resolved, ...more })
  const times = { agent_started_at: '2026-01-01T10:00:00+00:00', agent_ended_at: '2026-01-01T10:01:00+00:00' }
  const found = read({
    results: [trial('a', true, times), trial('a', false), trial('b', null), {}],
    resolved_ids: ['a'],
    unresolved_ids: ['b'],
  })
  expect(found).toMatchObject({
    format: 'terminal-bench',
    entries: [
      {
        trials: [
          { names: ['a'], repeat: 0, success: true, workMs: 60_000 },
          { names: ['a'], repeat: 1, success: false, workMs: null },
        ],
      },
    ],
    leftOut: ['Results that are no trials: 1.', 'Trials without a result of their tests: 1.'],
  })
})

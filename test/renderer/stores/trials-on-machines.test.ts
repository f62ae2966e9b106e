import { expect, it } from 'vitest'
import { onMachines } from '../../../src-renderer/stores/server-cache/trial-progress.ts'
import { cellText } from '../../../src-renderer/views/compare/matrix/cell-text.ts'
import { trialGrid } from '../../../src-shared/comparison/matrix/trial-grid.ts'
import { madeBatch, madeTrials } from '../../kit/agent/sample-trials.ts'

it('shows trials of a queue as waiting until a machine has them', () => {
  const trials = madeTrials([[{ success: true }, { success: false }]]).map((each) => ({
    ...each,
    state: 'running' as const,
    result: null,
  }))
  const [first] = trials
  if (first === undefined) throw new Error('there is no trial')
  const { rows } = trialGrid(
    madeBatch(),
    onMachines(trials, () => false),
  )
  expect(rows.flat().map(cellText)).toEqual(['1 trial: 1 waiting', '1 trial: 1 waiting'])
  const seen = onMachines(trials, (trial) => trial === first.number)
  expect(seen.map(({ state }) => state)).toEqual(['running', 'waiting'])
  // What did not change is the same object, so that its cell is not drawn anew.
  expect(seen[0]).toBe(first)
  expect(onMachines(trials, () => false)[1]).toBe(seen[1])
})

import { describe, expect, it } from 'vitest'
import { batchResults } from '../../../../src-main/trials/batch-results.ts'
import { pairToCompare } from '../../../../src-shared/comparison/matrix/comparable-pair.ts'
import { isCertainLead, leadText } from '../../../../src-shared/comparison/matrix/lead-text.ts'
import { laneSuccess, type MatrixOrder, trialMatrix } from '../../../../src-shared/comparison/matrix/trial-matrix.ts'
import { madeBatch, madeTrials } from '../../../kit/agent/sample-trials.ts'
import { fakeBatches } from '../../../kit/fake-host/fake-batches.ts'

const [good, bad] = [{ success: true }, { success: false }]
const viewOf = (trials: ReturnType<typeof madeTrials>, more = {}) => {
  const batch = madeBatch(more)
  return { batch, trials, results: batchResults(batch, trials) }
}
const matrixOf = ({ batch, trials, results }: ReturnType<typeof viewOf>, order?: MatrixOrder) =>
  trialMatrix(batch, trials, results, order)

describe('lanes × tasks', () => {
  it('puts the better lane first, and sums each task over the lanes', () => {
    const matrix = matrixOf(
      viewOf(
        madeTrials([
          [bad, good],
          [good, good],
          [null, good],
        ]),
      ),
    )
    expect(matrix.lanes.map(({ label }) => label)).toEqual(['B', 'A'])
    expect(matrix.lanes[1]?.cells[0]).toMatchObject({ passed: 1, counted: 2 })
    expect(matrix.tasks).toEqual([{ id: 't', name: 'The task', passed: 4, counted: 5 }])
    expect(matrix.repeats).toBe(3)
  })

  it('orders by time or cost on request, and puts what is unknown last', () => {
    const view = viewOf(
      madeTrials(
        Array.from({ length: 5 }, () => [
          { success: true, workMs: 900, cost: null },
          { success: true, workMs: 2000, cost: 0.2 },
        ]),
      ),
    )
    expect(matrixOf(view, 'time').lanes.map(({ label }) => label)).toEqual(['A', 'B'])
    expect(matrixOf(view, 'cost').lanes.map(({ label }) => label)).toEqual(['B', 'A'])
    expect(matrixOf(view).most).toEqual({ time: 2000, cost: 0.2 })
  })

  it('estimates success over tasks from five tasks on, else over trials', () => {
    const { batch, trials, results } = fakeBatches['batch-six']?.() ?? viewOf([])
    const [best] = trialMatrix(batch, trials, results).lanes
    expect(best?.overTasks).not.toBeNull()
    const few = matrixOf(viewOf(madeTrials([[good, bad]]))).lanes[0]
    expect(few?.overTasks).toBeNull()
    expect(few === undefined ? null : laneSuccess(few)).toEqual(few?.results.success)
  })

  it('says of a lane that lost the race after how many trials', () => {
    const { batch, trials, results } = fakeBatches['batch-six']?.() ?? viewOf([])
    const matrix = trialMatrix(batch, trials, results)
    const lost = matrix.lanes.find(({ label }) => label === 'F')
    expect(lost?.outAfter).toBe(24)
    expect(lost === undefined ? null : leadText(lost, 5, false)).toBe('out of the race after 24 trials')
  })

  it('holds every trial of 50 lanes × 500 tasks × 5 repeats', () => {
    const { batch, trials, results } = fakeBatches['batch-large']?.() ?? viewOf([])
    const matrix = trialMatrix(batch, trials, results)
    expect(matrix.lanes).toHaveLength(50)
    expect(
      matrix.lanes.every(({ cells }) => cells.length === 500 && cells.every((cell) => cell.trials.length === 5)),
    ).toBe(true)
    expect(matrix.tasks.reduce((sum, { counted }) => sum + counted, 0)).toBe(125_000)
  })
})

describe('a lead', () => {
  it('is certain only if the tests say that the lane is better', () => {
    const few = viewOf(madeTrials([[bad, good]]))
    expect(isCertainLead(few.batch, few.trials, few.results, 'B')).toBe(false)
    const many = viewOf(madeTrials(Array.from({ length: 12 }, () => [bad, good])))
    expect(isCertainLead(many.batch, many.trials, many.results, 'B')).toBe(true)
    expect(isCertainLead(many.batch, many.trials, many.results, 'A')).toBe(false)
  })

  it('is named below the first lane', () => {
    const [first, second] = matrixOf(viewOf(madeTrials([[bad, good]]))).lanes
    if (first === undefined || second === undefined) throw new Error('two lanes are expected')
    expect(leadText(first, 0, false)).toBe('ahead, may be chance')
    expect(leadText(first, 0, true)).toBe('ahead of all others')
    expect(leadText(second, 1, true)).toBeNull()
  })
})

it('two lanes are compared at a repeat at which only one succeeds', () => {
  const matrix = matrixOf(
    viewOf(
      madeTrials([
        [good, good],
        [bad, good],
      ]),
    ),
  )
  const [one, other] = matrix.lanes.map(({ cells }) => cells[0])
  expect(pairToCompare(one, other)).toEqual({ one: 'run_1B', other: 'run_1A' })
  expect(pairToCompare(one, undefined)).toBeNull()
})

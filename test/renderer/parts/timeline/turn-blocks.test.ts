import { expect, test } from 'vitest'
import { turnBlocks } from '../../../../src-renderer/parts/timeline/model/turn-blocks.ts'
import type { Run, RunStatus } from '../../../../src-shared/run/conversation.ts'
import { noTotals } from '../../../../src-shared/run/event.ts'

function choice(turn: number, id: string, status: RunStatus = 'completed', startedAt = turn) {
  const run: Run = {
    id,
    turnId: `turn-${turn}`,
    conversationId: 'c',
    projectId: 'p',
    strategy: { name: 'tool-loop', options: {} },
    roles: {},
    mode: 'act',
    approval: 'ask',
    status,
    startedAt,
    endedAt: null,
    durationMs: 5000,
    totals: { ...noTotals, waitingMs: 2000 },
    text: '',
    failure: null,
    before: null,
    after: null,
    changes: null,
  }
  return { run, turn, message: ` Message\n${turn}` }
}

test('a turn is one block, as long as its run worked', () => {
  const blocks = turnBlocks([choice(1, 'a'), choice(2, 'b', 'failed')], 'b')
  expect(blocks.map(({ turn, message, workMs, outcome }) => [turn, message, workMs, outcome])).toEqual([
    [1, 'Message 1', 3000, 'ok'],
    [2, 'Message 2', 3000, 'bad'],
  ])
})

test('of several runs of a turn the shown one stands for it, else the newest', () => {
  const choices = [choice(1, 'old', 'failed', 1), choice(1, 'new', 'completed', 2), choice(2, 'b')]
  expect(turnBlocks(choices, 'b')[0]?.run.id).toBe('new')
  expect(turnBlocks(choices, 'old')[0]?.run.id).toBe('old')
})

test('of thousands of turns those around the shown one are there', () => {
  const many = Array.from({ length: 3000 }, (_, index) => choice(index + 1, `r${index}`))
  const turns = turnBlocks(many, 'r1500').map(({ turn }) => turn)
  expect(turns).toHaveLength(80)
  expect(turns).toContain(1501)
})

import { describe, expect, it } from 'vitest'
import { outcomeText } from '../../../src-renderer/views/history/conversation-kind.ts'
import { dayLabel, listRows } from '../../../src-renderer/views/history/day-groups.ts'
import type { Conversation } from '../../../src-shared/run/conversation.ts'

const at = (year: number, month: number, day: number, hour = 12) => new Date(year, month - 1, day, hour).getTime()

const labels = (rows: ReturnType<typeof listRows>) =>
  rows.map((row) =>
    row.kind === 'day' ? row.label : row.kind === 'archive' ? `archive ${row.count}` : row.conversation.id,
  )

const conversation = (id: string, updatedAt: number, status: Conversation['status']): Conversation => ({
  id,
  projectId: 'p',
  title: 'Fix the failing test',
  createdAt: 0,
  updatedAt,
  status,
  strategy: null,
  cost: null,
  turns: 1,
  changes: null,
  deletedAt: null,
})

it('what waits for the user stands before what runs, and both before the days', () => {
  const now = at(2026, 11, 21)
  const rows = listRows(
    [
      conversation('done', now, 'completed'),
      conversation('runs', now, 'running'),
      conversation('waits', at(2026, 11, 3), 'waiting'),
    ],
    now,
  )
  expect(labels(rows)).toEqual(['Now', 'waits', 'runs', 'Today', 'done'])
})

it('pinned ones stand before the days, and archived ones at the end, behind a fold', () => {
  const now = at(2026, 11, 21)
  const all = [
    conversation('new', now, 'completed'),
    { ...conversation('kept', at(2026, 11, 3), 'completed'), mark: 'pinned' as const },
    { ...conversation('old', at(2026, 11, 3), 'completed'), mark: 'archived' as const },
    { ...conversation('runs', now, 'running'), mark: 'archived' as const },
  ]
  const shown = ['Now', 'runs', 'Pinned', 'kept', 'Today', 'new', 'archive 1']
  expect(labels(listRows(all, now))).toEqual(shown)
  expect(labels(listRows(all, now, true))).toEqual([...shown, 'old'])
})

describe('the outcome of a conversation', () => {
  const outcome = (status: Conversation['status'], changes: Conversation['changes'] = null) =>
    outcomeText({ status, changes })
  it('says in a few words how the latest run went', () => {
    expect(outcome('completed', { files: 2, added: 11, removed: 1 })).toBe('+11 −1 in 2 files')
    expect(outcome('completed', { files: 0, added: 0, removed: 0 })).toBe('answered, no changes')
    expect([outcome('waiting'), outcome('aborted'), outcome(null)]).toEqual([
      'waiting for you',
      'stopped',
      'no messages yet',
    ])
  })
})

describe('the day a conversation stands under', () => {
  const now = at(2026, 11, 21)
  it('is named by how a reader thinks of it', () => {
    expect(dayLabel(at(2026, 11, 21, 0), now)).toBe('Today')
    expect(dayLabel(at(2026, 11, 20, 23), now)).toBe('Yesterday')
    expect(dayLabel(at(2026, 11, 18), now)).toBe('Wednesday')
    expect(dayLabel(at(2026, 11, 3), now)).toBe('November')
    expect(dayLabel(at(2025, 12, 30), now)).toBe('December 2025')
  })
})

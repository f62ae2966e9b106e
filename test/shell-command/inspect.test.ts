import { expect, test } from 'vitest'
import { journalTree } from '../../src-main/shell-command/commands/inspect-command.ts'
import { goldenEvents2 } from '../store/golden-events.ts'

test('the journal is a tree of steps by their paths, with how each ended', () => {
  const lines = journalTree(goldenEvents2)
  expect(lines.at(0)).toMatch(/^0 {2}phase .*: ok after/)
  expect(lines).toContainEqual(expect.stringMatching(/^ {2}0\.3 {2}check #check: ok after/))
  expect(lines).toContainEqual(expect.stringMatching(/^ {2}0\.2 {2}child chat: .+ after/))
})

test('of a fingerprint it shows what tells one step from another of its kind', () => {
  const start = goldenEvents2.find((event) => event.type === 'step-start')
  if (start?.type !== 'step-start') throw new Error('the golden log has no step')
  const lines = journalTree([{ ...start, print: 'check:0123456789abcdef' }])
  expect(lines).toEqual(['  0.3  check #01234567: not ended'])
})

test('a step that a crash cut off has not ended; one that was started anew says so', () => {
  const start = goldenEvents2.find(({ type }) => type === 'step-start')
  if (start === undefined) throw new Error('the golden log has no step')
  expect(journalTree([start, start])).toEqual(['  0.3  check #check: not ended, started 2 times'])
})

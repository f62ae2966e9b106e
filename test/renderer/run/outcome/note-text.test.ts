import { expect, test } from 'vitest'
import { isShownByCard, noteOf, noteText } from '../../../../src-renderer/run/outcome/note-text.ts'
import type { Json } from '../../../../src-shared/base/json.ts'

const hash = 'bb5810cc21918541eca5bf2737bfe6ba6d0bf452'
const said = (title: string, data: { readonly [name: string]: Json } = {}) => noteText({ title, data })

test('proposals say whether they were kept and what they scored', () => {
  const facts = { temperature: 0.5, chance: 1, drawn: null, snapshot: hash }
  expect(said('proposal 1: score 1, kept', { score: 1, before: 0, kept: true, ...facts })).toBe(
    'Proposal 1 kept. Score: 1, before: 0.',
  )
  expect(said('proposal 2: score 0.4, kept', { score: 0.4, before: 0.5, kept: true, ...facts, chance: 0.3 })).toBe(
    'Proposal 2 kept, although it scored worse. Score: 0.4, before: 0.5.',
  )
  expect(said('proposal 3: no score, rejected', { score: null, before: 0.51234, kept: false, ...facts })).toBe(
    'Proposal 3 rejected. Score: none, before: 0.512.',
  )
  expect(said('proposal 4: failed', { score: null, kept: false, why: 'No answer', snapshot: hash })).toBe(
    'Proposal 4 failed: No answer.',
  )
  expect(said('proposal 5: no change', { score: null, kept: false, why: null })).toBe('Proposal 5 changed nothing.')
  expect(said('the start: score 0', { score: 0, snapshot: hash, temperature: 1 })).toBe('Score at the start: 0.')
})

test('attempts, tests and refactorings are sentences', () => {
  expect(said('attempt 1 of 3 succeeded', { reason: null })).toBe('Attempt 1 of 3 succeeded.')
  expect(said('attempt 2 of 3 failed', { reason: 'The check exited with 1.' })).toBe(
    'Attempt 2 of 3 failed. The check exited with 1.',
  )
  expect(said('the tests pass', { phase: 'green', try: 1, of: 8, exitCode: 0 })).toBe('Tests pass (try 1 of 8).')
  expect(said('not yet: the check exited with 1', { phase: 'green', try: 2, of: 8, exitCode: 1 })).toBe(
    'Not there yet: the check exited with 1 (try 2 of 8).',
  )
  expect(said('refactoring 1 rolled back', { why: 'the check exited with 1', exitCode: 1, snapshot: hash })).toBe(
    'Refactoring 1 rolled back: the check exited with 1.',
  )
  expect(said('refactoring 1 kept: the tests pass', { exitCode: 0 })).toBe('Refactoring 1 kept: tests pass.')
})

test('candidates and votes say how they ended and what decided', () => {
  const files = [{ path: 'a.js', kind: 'modified', added: 2, removed: 1 }]
  expect(said('candidate 1: the check exited with 0', { snapshot: hash, exitCode: 0, files })).toBe(
    'Candidate 1 passes the check. It changed 1 file (+2 −1).',
  )
  expect(said('candidate 2: no check', { snapshot: hash, exitCode: null, files: [] })).toBe(
    'Candidate 2 is done; no check was run. It changed no files.',
  )
  expect(said('candidate 3 failed', { why: 'The model did not answer.', snapshot: null })).toBe(
    'Candidate 3 failed: The model did not answer.',
  )
  expect(
    said('chosen: candidate 1', { reason: '3 of 3 candidates pass the check.', snapshot: hash, points: null }),
  ).toBe('Chose candidate 1: 3 of 3 candidates pass the check.')
  const vote = { shownFirst: 1, shownSecond: 2, better: 2, reasoning: 'It is smaller' }
  expect(said('1 beside 2: candidate 2 is better', vote)).toBe('Candidate 2 is better than candidate 1. It is smaller.')
})

test('what loops and histories note is said in words', () => {
  expect(said('step reported impossible', { step: 'Fix it', reason: 'no such file' })).toBe(
    'The step “Fix it” was reported as impossible: no such file.',
  )
  expect(said('answer asked for: 30 cycles done', { cycles: 30 })).toBe('Asked for the final answer after 30 rounds.')
  expect(said('refusal 1 of 3: a repeated call', { refused: 1 })).toBe('Refused a repeated call (1 of 3).')
  expect(said('context compacted', { before: 12_800, after: 6400, shortened: 9, summarized: 1, leftOut: 0 })).toBe(
    'Compacted the context from 12.8 k tokens to 6.4 k tokens (shortened 9 tool results, summarized 1 message).',
  )
  expect(said('older turns summarised', { messages: 12, tokens: 9000, kept: 4, room: 8000 })).toBe(
    'Summarized 12 older messages to fit the model’s context window.',
  )
})

test('a note of a kind that is not known reads as a sentence, without nulls, hashes and names out of code', () => {
  expect(said('tries so far', { fileCount: 3, done: false, best: null, snapshot: hash })).toBe(
    'Tries so far: file count 3, not done.',
  )
  expect(said('Looked twice')).toBe('Looked twice.')
  expect(said('picked: the first', { why: 'shorter', steps: [{ a: 1 }, { b: 2 }], names: ['a', 'b'] })).toBe(
    'Picked: the first; why shorter, 2 steps, names a and b.',
  )
  expect(said('', { share: 0.123456 })).toBe('Note: share 0.123.')
  expect(noteText(noteOf(['no note']))).toBe('Note.')
})

test('what a card of the chat shows is not said again', () => {
  const evaluation = { score: 0.9, threshold: 0.7, reasoning: 'Good.' }
  expect(isShownByCard({ title: 'plan scored 0.9', data: evaluation })).toBe(true)
  expect(isShownByCard({ title: 'critique 1: approved', data: { approved: true, issues: [] } })).toBe(true)
  expect(isShownByCard({ title: 'plan scored 0.9', data: {} })).toBe(false)
  expect(isShownByCard({ title: 'my own', data: evaluation })).toBe(false)
})

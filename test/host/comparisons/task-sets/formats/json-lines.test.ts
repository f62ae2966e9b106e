import { expect, test } from 'vitest'
import { readAllLines } from './read-all-lines.ts'

const options = { testCommand: null, platform: 'linux' } as const
const lines = (...rows: unknown[]) => readAllLines(rows.map((each) => JSON.stringify(each)).join('\n'), options)

test('a line is a task with all that it brings', () => {
  const { tasks, refused } = lines({
    name: 'Pad',
    message: 'Write leftPad.',
    files: { 'pad.js': '' },
    setUp: 'npm ci',
    check: { command: 'node --test', score: 'pass (\\d+)', timeLimitSeconds: 30 },
    hidden: 'pad/tests',
    solution: { patch: 'diff' },
    timeLimitSeconds: 90,
    tags: ['strings'],
  })
  expect(refused).toEqual([])
  expect(tasks).toEqual([
    {
      format: 'json-lines',
      name: 'Pad',
      message: 'Write leftPad.',
      start: { kind: 'texts', files: { 'pad.js': '' } },
      setUpCommand: 'npm ci',
      check: { command: 'node --test', scorePattern: 'pass (\\d+)', better: 'higher', timeLimitMs: 30_000 },
      hidden: { kind: 'folder', folder: 'pad/tests', under: '' },
      solution: { files: { kind: 'patch', patch: 'diff' }, command: null },
      timeLimitMs: 90_000,
      tags: ['strings'],
      needs: [],
    },
  ])
})

test('only a message is needed; the files are the project’s, an earlier snapshot, a folder, or of a commit', () => {
  const id = 'a'.repeat(40)
  const { tasks } = lines(
    { message: 'one' },
    { message: 'two', files: id },
    { message: 'three', files: 'start' },
    { message: 'four', repository: '../other', commit: 'abcdef1' },
  )
  expect(tasks.map(({ name, start }) => [name, start])).toEqual([
    ['one', { kind: 'project' }],
    ['two', { kind: 'snapshot', id }],
    ['three', { kind: 'folder', folder: 'start', under: '' }],
    ['four', { kind: 'commit', repository: '../other', commit: 'abcdef1' }],
  ])
})

test('a list in brackets is read like lines, with a mark of the encoding and Windows’ line ends', () => {
  expect(readAllLines('\uFEFF[{"message":"a"},\r\n{"message":"b"}]', options).tasks).toHaveLength(2)
  expect(readAllLines('\uFEFF{"message":"a"}\r\n\r\n{"message":"b"}\r\n', options).tasks).toHaveLength(2)
})

test('a list is read entry by entry, however long it is; what is broken costs only itself', () => {
  const entries = ['{"message":"a,]}\\"","tags":["x","y"]}', '{"message":}', '7', ' {"message":"b"}\n']
  const { tasks, refused } = readAllLines(` [${entries.join(',')}]`, options)
  expect(tasks.map(({ message, tags }) => [message, tags])).toEqual([
    ['a,]}"', ['x', 'y']],
    ['b', []],
  ])
  expect(refused.map(({ name }) => name)).toEqual(['Task 2', 'Task 3'])
  expect(readAllLines('[{"message":"a"},{"message":"b', options).refused.map(({ name }) => name)).toEqual(['Task 2'])
  expect(readAllLines('[{"message":"a"}] {"message":"b"}', options).tasks).toHaveLength(2)
  expect(readAllLines('[]', options)).toMatchObject({ tasks: [], refused: [] })
  expect(readAllLines(`[${'{"message":"a"},'.repeat(2000)}{"message":"b"}]`, options).tasks).toHaveLength(2)
})

test('of a file with more tasks than a set can have, the rest is left out, and that is said', () => {
  const { tasks, refused } = readAllLines('{"message":"a"}\n7\n'.repeat(60_000), options)
  expect(tasks).toHaveLength(1)
  expect(refused).toHaveLength(100_000)
  expect(refused.at(-1)).toEqual({ name: 'Line 100001', why: 'Only 100,000 tasks of a file are read. Split it.' })
})

test('a line that can’t be understood is told by its place and does not prevent the others', () => {
  const text = ['{"message":"good"}', '{"message"', '{"massage":"x"}', '{"message":"good"}', '7'].join('\n')
  const { tasks, refused } = readAllLines(text, options)
  expect(tasks.map(({ name }) => name)).toEqual(['good'])
  expect(refused.map(({ name }) => name)).toEqual(['Line 2', 'Line 3', 'good', 'Line 5'])
  expect(refused[0]?.why).toBe('It is not JSON, or far too much of it.')
  expect(refused[1]?.why).toContain('message')
  expect(refused[2]?.why).toBe('Another task has the same name.')
})

test.each([
  [{ message: 'x', repository: 'r' }, /given together/],
  [{ message: 'x', repository: 'r', commit: 'abcdef1', files: {} }, /not both/],
  [{ message: '  ' }, /empty/],
  [{ message: 'x', check: { cmd: 'x' } }, /must be a command/],
  [{ message: 'x', timeLimitSeconds: 0 }, /timeLimitSeconds/],
])('%j is refused', (row, why) => {
  expect(lines(row).refused[0]?.why).toMatch(why)
})

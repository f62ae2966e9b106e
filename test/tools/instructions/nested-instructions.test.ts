import { expect, test } from 'vitest'
import { cutFolderInstructions } from '../../../src-shared/run/folder-instructions.ts'
import { toolBench } from '../tool-kit.ts'

const files = {
  'AGENTS.md': 'Root.',
  'src/AGENTS.md': 'Use tabs.',
  'src/api/CLAUDE.md': 'No classes. @notes.md',
  'src/api/notes.md': 'Notes.',
  'src/api/get.ts': 'export const get = 1\n',
  'src/api/put.ts': 'export const put = 1\n',
  'src/b.ts': 'b\n',
}

const filesOf = (text: string) => cutFolderInstructions(text).instructions.map(({ file }) => file)

test("a nested folder's instructions come once, outermost first, with the first call that works there", async () => {
  const { run } = await toolBench(files)
  const first = await run('read_file', { path: 'src/api/get.ts' })
  expect(filesOf(first.result.text)).toEqual(['src/AGENTS.md', 'src/api/CLAUDE.md', 'src/api/notes.md'])
  expect(cutFolderInstructions(first.result.text).result).toBe('export const get = 1')
  expect(first.seen?.map(({ path }) => path)).toContain('src/api/CLAUDE.md')
  const edit = await run('edit_file', { path: 'src/api/get.ts', old_text: '1', new_text: '2' })
  const second = await run('read_file', { path: 'src/api/put.ts' })
  expect([edit, second].flatMap(({ result }) => filesOf(result.text))).toEqual([])
})

test('calls at the same time bring them once', async () => {
  const { run } = await toolBench(files)
  const both = await Promise.all(['src/api/get.ts', 'src/api/put.ts'].map((path) => run('read_file', { path })))
  expect(both.flatMap(({ result }) => filesOf(result.text)).sort()).toEqual([
    'src/AGENTS.md',
    'src/api/CLAUDE.md',
    'src/api/notes.md',
  ])
})

test('a resumed run does not get again what it has seen', async () => {
  const before = await toolBench(files)
  const { seen = [] } = await before.run('read_file', { path: 'src/b.ts' })
  const after = await toolBench(files)
  after.tools.remember(seen)
  const { result } = await after.run('read_file', { path: 'src/api/get.ts' })
  expect(filesOf(result.text)).toEqual(['src/api/CLAUDE.md', 'src/api/notes.md'])
})

test('a call that reads the instructions themselves does not bring them a second time', async () => {
  const { run } = await toolBench(files)
  const { result } = await run('read_file', { path: 'src/AGENTS.md' })
  expect(result.text).toBe('Use tabs.')
})

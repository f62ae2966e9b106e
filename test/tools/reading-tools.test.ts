import { mkdir, symlink } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { toolBench } from './tool-kit.ts'

const lines = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => `line ${from + i}`).join('\n')

test('a file is read as it is, and shown whole to the eye', async () => {
  const bench = await toolBench({ 'src/a.js': 'one\ntwo\n' })
  const { result, body } = await bench.run('read_file', { path: 'src/a.js' })
  expect(result).toMatchObject({ ok: true, tool: 'read_file', callId: 'call_1', text: 'one\ntwo', summary: '2 lines' })
  expect(body).toEqual({ kind: 'file', path: 'src/a.js', text: 'one\ntwo', firstLine: 1 })
  expect(bench.story).toEqual([])
})

test('a long file is read in parts, each telling how to go on', async () => {
  const bench = await toolBench({ 'long.txt': `${lines(1, 5000)}\n` })
  const first = await bench.run('read_file', { path: 'long.txt' })
  expect(first.result.text).toContain('[Lines 1 to 2000 of 5000. Read on with offset 2001.]')
  const last = await bench.run('read_file', { path: 'long.txt', offset: 4999, limit: 10 })
  expect(last.result.text).toBe('line 4999\nline 5000\n[Lines 4999 to 5000 of 5000.]')
  const past = await bench.run('read_file', { path: 'long.txt', offset: 6000 })
  expect(past.result).toMatchObject({ ok: false, text: 'long.txt has only 5000 lines; line 6000 is past its end.' })
})

test('of wide lines as many are given as the model can bear', async () => {
  const bench = await toolBench({ 'wide.txt': Array.from({ length: 100 }, () => 'x'.repeat(1000)).join('\n') })
  const { result } = await bench.run('read_file', { path: 'wide.txt' })
  expect(result.text.length).toBeLessThan(31_000)
  expect(result.text).toContain('Read on with offset 30.')
})

test('a text too large for one piece is read by lines, at any place', async () => {
  const bench = await toolBench({
    'huge.log': Array.from({ length: 300_000 }, (_, i) => `entry number ${i + 1}`).join('\n'),
  })
  const { result } = await bench.run('read_file', { path: 'huge.log', offset: 299_999, limit: 5 })
  expect(result.text).toBe('entry number 299999\nentry number 300000\n[Lines 299999 to 300000 of 300000.]')
  const start = await bench.run('read_file', { path: 'huge.log', limit: 2 })
  expect(start.result.text).toBe('entry number 1\nentry number 2\n[Lines 1 to 2 of more. Read on with offset 3.]')
})

test('an empty file says that it is empty', async () => {
  const bench = await toolBench({ 'empty.txt': '' })
  expect((await bench.run('read_file', { path: 'empty.txt' })).result).toMatchObject({
    ok: true,
    text: '(The file is empty.)',
  })
})

test('a wrong case is told with the right name', async () => {
  const bench = await toolBench({ 'src/Total.js': 'x' })
  const { result } = await bench.run('read_file', { path: 'src/total.js' })
  // On a file system that ignores case the file is simply found.
  expect(result.ok || result.text.includes('The folder holds Total.js')).toBe(true)
})

test('a folder is listed, with links named and dependency folders not gone into', async () => {
  const bench = await toolBench({ 'a.txt': '12345', 'src/deep/b.js': '', 'node_modules/m/index.js': '' })
  await symlink('/etc', bench.project.at('out'))
  const flat = await bench.run('list_directory', {})
  expect(flat.result.text.split('\n')).toEqual(['a.txt  5 B', 'node_modules/', 'out@', 'src/'])
  expect(flat.result.summary).toBe('4 entries')
  const deep = await bench.run('list_directory', { path: '.', depth: 3 })
  expect(deep.result.text.split('\n')).toEqual([
    'a.txt  5 B',
    'node_modules/',
    'out@',
    'src/',
    'src/deep/',
    'src/deep/b.js  0 B',
  ])
  expect((await bench.run('list_directory', { path: 'a.txt' })).result).toMatchObject({ ok: false })
})

test('a very full folder is listed in part, and says so', async () => {
  const bench = await toolBench()
  await mkdir(bench.project.at('many'))
  await Promise.all(Array.from({ length: 700 }, (_, i) => bench.project.write(`many/${i}.txt`, '')))
  const { result } = await bench.run('list_directory', { path: 'many' })
  expect(result.text).toContain('[… at least 200 more.')
  expect(result.summary).toBe('700 entries')
})

const tree = {
  '.gitignore': 'dist/\n*.log\n',
  'src/a.ts': 'const total = 1\nexport default total\n',
  'src/b.ts': 'import total from "./a"\n',
  'src/style.css': '.total {}\n',
  'dist/a.js': 'total\n',
  'debug.log': 'total\n',
  '.github/ci.yml': 'total: 1\n',
}

test('files are found by glob; what .gitignore leaves out only if nothing else fits', async () => {
  const bench = await toolBench(tree)
  const found = async (args: object) => (await bench.run('find_files', args)).result.text.split('\n')
  expect(await found({ glob: '*.ts' })).toEqual(['src/a.ts', 'src/b.ts'])
  expect(await found({ glob: 'src/**' })).toEqual(['src/a.ts', 'src/b.ts', 'src/style.css'])
  expect(await found({ glob: '*.{css,yml}' })).toEqual(['.github/ci.yml', 'src/style.css'])
  expect(await found({ glob: '*.css', path: 'src' })).toEqual(['src/style.css'])
  expect(await found({ glob: '*.log' })).toEqual([
    '[This file is ignored (.gitignore). No other file matches.]',
    'debug.log',
  ])
  expect(await found({ glob: '*.ts', limit: 1 })).toEqual([
    'src/a.ts',
    '[… 1 more. Narrow the glob or the path, or raise limit.]',
  ])
})

test('text is searched with counts, globs, context and limit', async () => {
  const bench = await toolBench(tree)
  const all = await bench.run('search_text', { pattern: 'total' })
  expect(all.result.text.split('\n')).toEqual([
    '.github/ci.yml:1:total: 1',
    'src/a.ts:1:const total = 1',
    'src/a.ts:2:export default total',
    'src/b.ts:1:import total from "./a"',
    'src/style.css:1:.total {}',
  ])
  expect(all.result).toMatchObject({ summary: '5 matches in 4 files', data: { matches: 5, files: 4 } })
  const one = await bench.run('search_text', { pattern: 'export', path: 'src', glob: '*.ts', context: 1 })
  expect(one.result.text).toBe('src/a.ts-1-const total = 1\nsrc/a.ts:2:export default total')
  expect(one.result.summary).toBe('1 match in 1 file')
  const few = await bench.run('search_text', { pattern: 'total', limit: 2 })
  expect(few.result.summary).toBe('2+ matches in 2 files')
  expect((await bench.run('search_text', { pattern: 'src/**', literal: true })).result.text).toBe(
    'Nothing matches src/**.',
  )
  expect(
    (await bench.run('search_text', { pattern: 'TOTAL', ignore_case: true, glob: 'src/*.css' })).result.data,
  ).toEqual({ matches: 1, files: 1 })
})

test('a pattern that is no regular expression is a problem in words', async () => {
  const bench = await toolBench(tree)
  const { result } = await bench.run('search_text', { pattern: '(' })
  expect(result.ok).toBe(false)
  expect(result.text).toContain('unclosed group')
})

test('a pattern or glob that looks like an option stays a pattern', async () => {
  const bench = await toolBench({ 'a.txt': '--files\n' })
  expect((await bench.run('search_text', { pattern: '--files' })).result.text).toBe('a.txt:1:--files')
  expect((await bench.run('find_files', { glob: '--pre=x' })).result.text).toBe('No file matches --pre=x.')
})

test('the user is asked, and no option is chosen in advance', async () => {
  const bench = await toolBench()
  const question = await bench.run('ask_user', { question: 'Which one?', options: ['left', 'right'] })
  expect(question.result).toMatchObject({ ok: true, text: 'The user answers: left', data: { answer: 'left' } })
  await bench.run('ask_user', { question: 'What now?' })
  expect(bench.questions[1]).toEqual({ question: 'What now?', options: [], freeText: true, openEnded: true })
})

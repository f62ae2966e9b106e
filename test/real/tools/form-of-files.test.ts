import { chmod, readFile, stat } from 'node:fs/promises'
import { expect, test, vi } from 'vitest'
import { temporaryFolder } from '../../kit/host/host-open.ts'
import { temporaryProject } from '../../kit/project/temporary-project.ts'
import { playCalls } from '../kit/played-calls.ts'

// Every command is a process of its own: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 180_000 })

const read = (path: string) => ({ tool: 'read_file', arguments: { path } })
const write = (path: string, content: string) => ({ tool: 'write_file', arguments: { path, content } })
const edit = (path: string, old_text: string, new_text: string, more = {}) => ({
  tool: 'edit_file',
  arguments: { path, old_text, new_text, ...more },
})

test('a file that is written anew keeps what reading hides of it, and the result says so', async () => {
  const decomposed = 'cafe\u0301'
  const project = await temporaryProject({
    'a.bat': '\uFEFFone\r\ntwo\r\nthree\r\n',
    'mixed.txt': 'a\nb\r\nc\r\nd\n',
    VERSION: '1.2.3',
    'names.txt': `${decomposed} 1\n${decomposed} 2\n`,
    'said.md': '“Yes” – he said\nnext\n',
  })
  await chmod(project.at('a.bat'), 0o750)
  const { results } = await playCalls(await temporaryFolder(), project.folder, [
    ...['a.bat', 'mixed.txt', 'VERSION', 'names.txt', 'said.md'].map(read),
    write('a.bat', 'one\nTWO\nthree\nfour\n'),
    write('mixed.txt', 'a\nB\nnew\nc\nd\n'),
    write('VERSION', '1.2.4\n'),
    write('names.txt', 'caf\u00E9 1\ncaf\u00E9 3\n'),
    write('said.md', '"Yes" - he said\nlast\n'),
  ])
  const [bat, mixed, version, names, said] = results.slice(5)
  expect(await project.read('a.bat')).toBe('\uFEFFone\r\nTWO\r\nthree\r\nfour\r\n')
  expect((await stat(project.at('a.bat'))).mode & 0o777).toBe(0o750)
  expect(bat).toBe('Wrote a.bat (+2 −1). Kept as it was: byte order mark and CRLF line ends.')
  expect(await project.read('mixed.txt')).toBe('a\nB\r\nnew\r\nc\r\nd\n')
  expect(mixed).toContain('mixed line ends')
  expect(await project.read('VERSION')).toBe('1.2.4')
  expect(version).toContain('end without a newline')
  expect(await project.read('names.txt')).toBe(`${decomposed} 1\n${decomposed} 3\n`)
  expect(names).toContain('Unicode form of letters')
  expect(await project.read('said.md')).toBe('"Yes" - he said\nlast\n')
  expect(said).toMatch(/Line 1 differs from before only in quotation marks and dashes .*“ \(U\+201C\)/)
})

test('a newline at the end can be added or removed where nothing else is changed, and CRLF that is sent is written', async () => {
  const project = await temporaryProject({ 'without.txt': 'a\nb', 'with.txt': 'a\nb\n', 'unix.txt': 'a\nb\n' })
  await playCalls(await temporaryFolder(), project.folder, [
    ...['without.txt', 'with.txt', 'unix.txt'].map(read),
    write('without.txt', 'a\nb\n'),
    write('with.txt', 'a\nb'),
    write('unix.txt', 'a\r\nb\r\n'),
  ])
  expect(await project.read('without.txt')).toBe('a\nb\n')
  expect(await project.read('with.txt')).toBe('a\nb')
  expect(await project.read('unix.txt')).toBe('a\r\nb\r\n')
})

test('edits find text whatever its line ends and Unicode form, and change no other line', async () => {
  const project = await temporaryProject({
    'mixed.txt': 'a\nb\nc\r\nd\r\ne\nf\n',
    'mostly.txt': `first\n${'line\r\n'.repeat(3)}x\r\ny\r\n`,
    'twice.txt': 'a\nb\n--\na\r\nb\r\n',
    'names.txt': 'x cafe\u0301 y\n',
  })
  const { results } = await playCalls(await temporaryFolder(), project.folder, [
    edit('mixed.txt', 'c\nd\n', 'C\nD\nD2\n'),
    edit('mixed.txt', 'b\nC', 'B\nC'),
    edit('mostly.txt', 'x\ny', 'x1\nx2\ny'),
    edit('mostly.txt', 'first', 'first\nsecond'),
    edit('twice.txt', 'a\nb', 'A\nB'),
    edit('twice.txt', 'a\nb', 'A\nB', { replace_all: true }),
    edit('names.txt', 'caf\u00E9 y', 'caf\u00E9 z'),
  ])
  expect(await project.read('mixed.txt')).toBe('a\nB\nC\r\nD\r\nD2\r\ne\nf\n')
  expect(await project.read('mostly.txt')).toBe(`first\nsecond\n${'line\r\n'.repeat(3)}x1\r\nx2\r\ny\r\n`)
  expect(results[4]).toMatch(/occurs 2 times, at lines 1, 4/)
  expect(await project.read('twice.txt')).toBe('A\nB\n--\nA\r\nB\r\n')
  expect(await project.read('names.txt')).toBe('x cafe\u0301 z\n')
})

test('text that differs only in marks or spaces that look alike is found, not replaced, and the difference shown', async () => {
  const project = await temporaryProject({
    'quotes.md': 'He said “yes” and it’s so.\n',
    'dashes.md': 'from 1–2\nand so — on\n',
    'space.md': 'a\u00A0b\n',
  })
  const { results } = await playCalls(await temporaryFolder(), project.folder, [
    edit('quotes.md', 'He said "yes" and it\'s so.', 'No.'),
    edit('dashes.md', 'from 1-2\nand so - on', 'No.'),
    edit('space.md', 'a b', 'No.'),
  ])
  expect(results[0]).toMatch(/only in quotation marks \(the file has ’ \(U\+2019\), “ \(U\+201C\), and ” \(U\+201D\)\)/)
  expect(results[1]).toMatch(/only in dashes \(the file has – \(U\+2013\) and — \(U\+2014\)\)/)
  expect(results[2]).toMatch(/only in special spaces \(the file has U\+00A0\)/)
  for (const result of results) expect(result).toContain('was not changed')
})

test('a new file has the line ends that .gitattributes or .editorconfig asks for', async () => {
  const project = await temporaryProject({
    '.gitattributes': '*.bat text eol=crlf\n*.sh eol=lf\n',
    '.editorconfig': 'root = true\n[*]\nend_of_line = crlf\n[*.{sh,py}]\nend_of_line = lf\n',
    'unix/.editorconfig': 'root = true\n[*.txt]\nend_of_line = lf\n',
  })
  const paths = ['a.bat', 'b.sh', 'c.txt', 'd.py', 'unix/e.txt']
  const { results } = await playCalls(
    await temporaryFolder(),
    project.folder,
    paths.map((path) => write(path, 'one\ntwo\n')),
  )
  const contents = await Promise.all(paths.map((path) => readFile(project.at(path), 'utf8')))
  const windows = 'one\r\ntwo\r\n'
  const unix = 'one\ntwo\n'
  expect(contents).toEqual([windows, unix, windows, unix, unix])
  expect(results[0]).toContain('It has CRLF line ends, as the project wants.')
})

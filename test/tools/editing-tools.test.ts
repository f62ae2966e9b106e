import { chmod, stat, writeFile } from 'node:fs/promises'
import { applyPatch } from 'diff'
import { expect, test } from 'vitest'
import { toolBench } from './tool-kit.ts'

test('an edit replaces exactly one place and shows the difference', async () => {
  const bench = await toolBench({ 'src/a.js': 'one\ntwo\nthree\n' })
  const { result, body } = await bench.run('edit_file', { path: 'src/a.js', old_text: 'two', new_text: 'TWO\n2' })
  expect(result).toMatchObject({ ok: true, summary: '+2 −1', data: { path: 'src/a.js', added: 2, removed: 1 } })
  expect(await bench.project.read('src/a.js')).toBe('one\nTWO\n2\nthree\n')
  expect(body).toEqual({
    kind: 'diff',
    path: 'src/a.js',
    patch: '--- a/src/a.js\n+++ b/src/a.js\n@@ -1,3 +1,4 @@\n one\n-two\n+TWO\n+2\n three\n',
    added: 2,
    removed: 1,
  })
  expect(bench.story).toEqual(['begin'])
})

const problems: { name: string; text: string; edit: object; says: RegExp }[] = [
  {
    name: 'an ambiguous match',
    text: 'x\ny\nx\n',
    edit: { old_text: 'x', new_text: 'z' },
    says: /occurs 2 times, at lines 1, 3\./,
  },
  { name: 'overlapping matches', text: 'aaa', edit: { old_text: 'aa', new_text: 'b' }, says: /occurs 2 times/ },
  {
    name: 'no match at all',
    text: 'x\n',
    edit: { old_text: 'quite other', new_text: 'z' },
    says: /Nothing in the file is like it/,
  },
  {
    name: 'other indentation',
    text: 'if (a) {\n    b()\n}\n',
    edit: { old_text: 'if (a) {\n  b()\n}', new_text: '' },
    says: /Lines 1 to 3 of the file differ from it only in white space \(the file indents further\)\. The file has:\nif \(a\) \{\n {4}b\(\)/,
  },
  {
    name: 'a text that begins alike',
    text: 'start here\nmiddle\nend\n',
    edit: { old_text: 'start here\nother\nend', new_text: '' },
    says: /begins like line 1 of the file but differs from line 2 on/,
  },
  { name: 'the same text twice', text: 'x\n', edit: { old_text: 'x', new_text: 'x' }, says: /are the same/ },
  {
    name: 'an empty old text',
    text: 'x\n',
    edit: { old_text: '', new_text: 'x' },
    says: /old_text is empty, so it names no place/,
  },
]
test.each(problems)('an edit with $name changes nothing and says why', async ({ text, edit, says }) => {
  const bench = await toolBench({ 'a.txt': text })
  const { result } = await bench.run('edit_file', { path: 'a.txt', ...edit })
  expect(result.ok).toBe(false)
  expect(result.text).toMatch(says)
  expect(await bench.project.read('a.txt')).toBe(text)
  expect(bench.story).toEqual([])
})

test.each([
  ['line ends that the file has not', 'one\ntwo\nthree\n', 'one\r\ntwo\r\n', '1\r\n2\r\n2b\r\n', '1\n2\n2b\nthree\n'],
  ['a newline after a last line without one', 'x\ny', 'y\n', 'z\n', 'x\nz'],
  ['the same of several lines, in a file of CRLF', 'w\r\nx\r\ny', 'x\ny\n', 'X\nY\nZ\n', 'w\r\nX\r\nY\r\nZ'],
])('an old text with %s is found, and the file keeps its form', async (_, before, old, now, after) => {
  const bench = await toolBench({ 'a.txt': before })
  const { result } = await bench.run('edit_file', { path: 'a.txt', old_text: old, new_text: now })
  expect(result.ok).toBe(true)
  expect(await bench.project.read('a.txt')).toBe(after)
})

test('an edit without an old text makes a file, or fills an empty one', async () => {
  const bench = await toolBench({ 'empty.txt': '' })
  for (const path of ['new/a.txt', 'empty.txt']) {
    const { result } = await bench.run('edit_file', { path, old_text: '', new_text: 'made\n' })
    expect(result.ok).toBe(true)
    expect(await bench.project.read(path)).toBe('made\n')
  }
})

test('replace_all replaces every occurrence, dollar signs and all', async () => {
  const bench = await toolBench({ 'a.txt': 'x x\nx\n' })
  const { result } = await bench.run('edit_file', { path: 'a.txt', old_text: 'x', new_text: '$&', replace_all: true })
  expect(result.text).toContain('in 3 places')
  expect(await bench.project.read('a.txt')).toBe('$& $&\n$&\n')
})

test('an edit keeps Windows line ends, the byte order mark and the mode', async () => {
  const bench = await toolBench({ 'a.sh': '\uFEFFone\r\ntwo\r\nthree\r\n' })
  await chmod(bench.project.at('a.sh'), 0o755)
  const { result } = await bench.run('edit_file', { path: 'a.sh', old_text: 'one\ntwo', new_text: '1\n2\n2b' })
  expect(result.ok).toBe(true)
  expect(await bench.project.read('a.sh')).toBe('\uFEFF1\r\n2\r\n2b\r\nthree\r\n')
  // Windows keeps no such bits.
  const mode = (await stat(bench.project.at('a.sh'))).mode & 0o777
  expect(process.platform === 'win32' ? 0o755 : mode).toBe(0o755)
})

test('lines of mixed ends that were not edited stay as they are', async () => {
  const bench = await toolBench({ 'a.txt': 'one\r\ntwo\nthree\r\n' })
  await bench.run('edit_file', { path: 'a.txt', old_text: 'two', new_text: '2' })
  expect(await bench.project.read('a.txt')).toBe('one\r\n2\nthree\r\n')
})

test('a new file is written with the folders it needs', async () => {
  const bench = await toolBench()
  const { result, body } = await bench.run('write_file', { path: 'src/new/a.txt', content: 'hello\n' })
  expect(result).toMatchObject({ ok: true, summary: '+1 −0' })
  expect(body).toMatchObject({ kind: 'diff', patch: '--- /dev/null\n+++ b/src/new/a.txt\n@@ -0,0 +1 @@\n+hello\n' })
  expect(await bench.project.read('src/new/a.txt')).toBe('hello\n')
})

test('a file the model has not read is never written over (T32)', async () => {
  const bench = await toolBench({ 'a.txt': 'precious\n' })
  const blind = await bench.run('write_file', { path: 'a.txt', content: 'new\n' })
  expect(blind.result).toMatchObject({ ok: false })
  expect(blind.result.text).toContain('Read it first')
  await bench.run('read_file', { path: 'a.txt' })
  expect((await bench.run('write_file', { path: 'a.txt', content: 'new\n' })).result).toMatchObject({
    ok: true,
    summary: '+1 −1',
  })
  expect((await bench.run('write_file', { path: 'a.txt', content: 'newer\n' })).result.ok).toBe(true)
})

test('a file that was changed since it was read is never written over (T32)', async () => {
  const bench = await toolBench({ 'a.txt': 'first\n' })
  await bench.run('read_file', { path: 'a.txt' })
  await bench.project.write('a.txt', 'the user was here\n')
  const { result } = await bench.run('write_file', { path: 'a.txt', content: 'mine\n' })
  expect(result.text).toContain('was changed since you read it')
  expect(await bench.project.read('a.txt')).toBe('the user was here\n')
})

test('a file that changes while the user decides is left alone (T24, T32)', async () => {
  for (const [tool, args] of [
    ['edit_file', { path: 'a.txt', old_text: 'first', new_text: 'second' }],
    ['write_file', { path: 'a.txt', content: 'second\n' }],
  ] as const) {
    const bench = await toolBench(
      { 'a.txt': 'first\n' },
      {
        approval: 'ask',
        async answer() {
          await writeFile(bench.project.at('a.txt'), 'first, and more\n')
          return { decision: 'allow', by: 'user', note: '' }
        },
      },
    )
    await bench.run('read_file', { path: 'a.txt' })
    const { result } = await bench.run(tool, args)
    expect(result.ok).toBe(false)
    expect(result.text).toContain('was changed by someone else')
    expect(await bench.project.read('a.txt')).toBe('first, and more\n')
  }
})

test('an editor that saves all the time never loses a save to the model (T32)', async () => {
  const bench = await toolBench({ 'a.txt': 'save 0\n' })
  let refused = 0
  for (let save = 1; save <= 200; save++) {
    await bench.run('read_file', { path: 'a.txt' })
    const edit = bench.run('write_file', { path: 'a.txt', content: `model ${save}\n` })
    const mine = `save ${save}\n`
    if (save % 2 === 0) await writeFile(bench.project.at('a.txt'), mine)
    const { result } = await edit
    const now = await bench.project.read('a.txt')
    // Whoever came last, the text is whole; a write that says it was done replaced what it had seen or came first.
    expect([mine, `model ${save}\n`]).toContain(now)
    if (!result.ok) {
      refused += 1
      expect(now).toBe(mine)
    }
  }
  expect(refused).toBeLessThanOrEqual(100)
})

test('edits of one answer to one file are made one after the other', async () => {
  const bench = await toolBench({ 'a.txt': 'a\nb\nc\n' })
  const edits = ['a', 'b', 'c'].map((old) =>
    bench.run('edit_file', { path: 'a.txt', old_text: old, new_text: old + old }),
  )
  const reading = bench.run('read_file', { path: 'a.txt' })
  expect((await Promise.all(edits)).map(({ result }) => result.ok)).toEqual([true, true, true])
  expect((await reading).result.text).toBe('aa\nbb\ncc')
})

test('what was interrupted is not repeated but looked at', async () => {
  const bench = await toolBench({ 'a.txt': 'done\n' })
  const interrupted = { interrupted: true }
  const write = await bench.run('write_file', { path: 'a.txt', content: 'done\n' }, interrupted)
  expect(write.result).toMatchObject({ ok: true, summary: 'no change' })
  const other = await bench.run('write_file', { path: 'a.txt', content: 'other\n' }, interrupted)
  expect(other.result).toMatchObject({ ok: false, summary: 'interrupted, outcome unknown' })
  const edit = await bench.run('edit_file', { path: 'a.txt', old_text: 'to do', new_text: 'done' }, interrupted)
  expect(edit.result.ok).toBe(false)
  expect(edit.result.text).toContain('now holds the new text')
  const command = await bench.run('shell', { command: 'echo again >> a.txt' }, interrupted)
  expect(command.result).toMatchObject({ ok: false, summary: 'interrupted, outcome unknown' })
  const read = await bench.run('read_file', { path: 'a.txt' }, interrupted)
  expect(read.result).toMatchObject({ ok: true, text: 'done' })
  expect(await bench.project.read('a.txt')).toBe('done\n')
  expect(bench.story).toEqual([])
})

test('a phase holds files whatever the mode allows', async () => {
  const bench = await toolBench({ 'src/a.js': 'x\n', 'test/a.test.js': 'y\n' })
  const onlyTests = { limits: { writable: ['test/**'], readOnly: [] } }
  const held = await bench.run('edit_file', { path: 'src/a.js', old_text: 'x', new_text: 'z' }, onlyTests)
  expect(held.result).toMatchObject({ ok: false, summary: 'not allowed in this phase' })
  const round = await bench.run('write_file', { path: 'test/../src/b.js', content: '' }, onlyTests)
  expect(round.result.ok).toBe(false)
  expect(
    (await bench.run('edit_file', { path: 'test/a.test.js', old_text: 'y', new_text: 'z' }, onlyTests)).result.ok,
  ).toBe(true)
  const command = await bench.run('shell', { command: 'echo z > src/a.js' }, onlyTests)
  expect(command.result.summary).toBe('not allowed in this phase')
  const noTests = { limits: { writable: null, readOnly: ['*.test.js'] } }
  expect(
    (await bench.run('edit_file', { path: 'test/a.test.js', old_text: 'z', new_text: 'y' }, noTests)).result.ok,
  ).toBe(false)
  expect(await bench.project.read('src/a.js')).toBe('x\n')
  expect(bench.story).toEqual(['begin'])
})

test('the diff of a rewritten file is one that other tools apply', async () => {
  const before = `${Array.from({ length: 60 }, (_, i) => `line ${i}`).join('\n')}\n`
  const after = before
    .replace('line 3\n', '')
    .replace('line 30\n', 'line 30\nnew\n')
    .replace(/line 59\n$/, 'last\n')
  const bench = await toolBench({ 'a.txt': before })
  await bench.run('read_file', { path: 'a.txt' })
  const { body } = await bench.run('write_file', { path: 'a.txt', content: after })
  expect(applyPatch(before, body.kind === 'diff' ? body.patch : '')).toBe(after)
})

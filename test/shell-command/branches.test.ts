import { expect, test } from 'vitest'
import { command } from '../kit/host/host-command.ts'
import { hostModelServer } from '../kit/host/host-model-server.ts'
import { temporaryFolder } from '../kit/host/host-open.ts'
import { temporaryProject } from '../kit/project/temporary-project.ts'

const write = (path: string, content: string) => ({ tool: 'write_file', arguments: { path, content } })
const text = 'one\ntwo\nthree\nfour\nfive\nsix\n'

/** One run that writes a new file, then changes one; every fork of it says something and writes nothing. */
async function oneRun() {
  const home = await temporaryFolder()
  const files = await temporaryProject({ 'note.txt': text })
  const read = { tool: 'read_file', arguments: { path: 'note.txt' } }
  const script = [
    { calls: [read, write('new.txt', 'n\n')] },
    { calls: [write('note.txt', text.replace('one', 'ONE'))] },
  ]
  const server = await hostModelServer((_asked, turn) => script[turn] ?? { text: 'Done.' })
  const where = ['--project', files.folder, '--base-url', server.url, '--model', 'm']
  expect((await command(home, ['run', ...where, '--approve', 'edits', 'go'])).code).toBe(0)
  const [id = ''] = (await command(home, ['list'])).out.split('\t')
  const shown = (await command(home, ['show', id])).out
  const steps = [...shown.matchAll(/write_file [^\n]*\[([\d./]+)\]/g)].map((found) => found[1] ?? '')
  return { home, files, id, steps }
}

test('files: what they were at a step, and bringing them back with an undo; what others changed is kept unless asked', {
  timeout: 120_000,
}, async () => {
  const { home, files, id, steps } = await oneRun()
  expect(await command(home, ['files', id])).toEqual({
    code: 0,
    out: 'The files have not changed since then.\n',
    error: '',
  })
  expect((await command(home, ['files', id, '--at', steps[1] ?? ''])).out).toBe('M note.txt  +1 −1\n')
  const before = await command(home, ['files', id, '--before', '--restore'])
  expect(before.out).toMatch(
    /^D new\.txt {2}\+0 −1\nM note\.txt {2}\+1 −1\n1 file restored, 1 removed\.\nTo undo this: agent files run_\w+ --undo [0-9a-f]+\n$/,
  )
  expect(await files.read('note.txt')).toBe(text)
  const undo = /--undo (\w+)/.exec(before.out)?.[1] ?? ''
  expect((await command(home, ['files', id, '--undo', undo])).code).toBe(0)
  expect(await files.read('new.txt')).toBe('n\n')
  expect(await command(home, ['files', id, '--undo', 'yesterday'])).toMatchObject({
    code: 2,
    error: expect.stringContaining('--undo takes the snapshot'),
  })
  expect((await command(home, ['files', id, '--at', '99'])).error).toContain('lists the steps')
  await files.write('note.txt', 'typed by hand\n')
  const refused = await command(home, ['files', id, '--before', '--restore'])
  expect(refused).toMatchObject({ code: 1, error: expect.stringContaining('Nothing was changed') })
  expect(refused.out).toContain('M note.txt  +6 −1  changed outside Stratagem since\n')
  expect(await files.read('note.txt')).toBe('typed by hand\n')
  expect((await command(home, ['files', id, '--before', '--restore', '--overwrite'])).code).toBe(0)
  expect(await files.read('note.txt')).toBe(text)
})

test('fork --files: restore brings them back, copy leaves the project alone, and the tree shows all of it', {
  timeout: 120_000,
}, async () => {
  const { home, files, id, steps } = await oneRun()
  const at = ['--at', steps[1] ?? '', '--answer', 'as it was']
  const before = ['--at', steps[0] ?? '']
  expect((await command(home, ['fork', id, ...before, '--files', 'copy'])).code).toBe(0)
  expect(await files.read('note.txt')).toContain('ONE')
  await files.write('new.txt', 'typed by hand\n')
  const left = await command(home, ['fork', id, ...before])
  expect(left.error).toContain('Files were changed outside this conversation since then: new.txt.')
  expect(await files.read('new.txt')).toBe('typed by hand\n')
  await files.write('new.txt', 'n\n')
  const mistyped = ['--strategy', 'no-such-one', '--files', 'restore']
  expect(await command(home, ['fork', id, ...before, ...mistyped])).toMatchObject({
    code: 2,
    error: expect.stringContaining('no-such-one'),
  })
  expect(await files.read('note.txt')).toContain('ONE')
  expect((await command(home, ['fork', id, ...at, '--files', 'restore'])).code).toBe(0)
  expect(await files.read('note.txt')).toContain('ONE')
  expect((await command(home, ['fork', id, ...before, '--files', 'restore'])).error).toContain('To undo this')
  expect((await command(home, ['fork', id, ...before, '--files', 'all'])).code).toBe(2)
  const { out } = await command(home, ['branches', id])
  expect(out).toMatch(/^go\n├─ go\n│ {5}run_\w+ {2}completed {2}Tool loop {2}2 files \+2 −1 /)
  expect(out).toContain(`in the copy ${id} at ${steps[0]}  from ${id} at ${steps[0]}\n`)
  expect(out.match(/└─ go\n/g)).toHaveLength(1)
  expect((await command(home, ['branches', 'conv_none'])).code).toBe(1)
})

test('merge brings back what a run changed beside what was typed, names conflicts and leaves them', {
  timeout: 120_000,
}, async () => {
  const { home, files, id } = await oneRun()
  await command(home, ['files', id, '--before', '--restore'])
  await files.write('note.txt', text.replace('six', 'SIX'))
  expect((await command(home, ['merge', id, '--dry-run'])).out).toBe(
    'A new.txt\nM note.txt  merged with changes made here\n',
  )
  const merged = await command(home, ['merge', id])
  expect(merged).toMatchObject({ code: 0, error: '' })
  expect(await files.read('note.txt')).toBe(text.replace('one', 'ONE').replace('six', 'SIX'))
  const [, back = ''] = /To undo this: agent (merge run_\w+ --undo [0-9a-f]+)\n/.exec(merged.out) ?? []
  const undone = await command(home, back.split(' '))
  expect(await files.read('note.txt')).toBe(text.replace('six', 'SIX'))
  const [, again = ''] = /To undo this: agent (merge run_\w+ --undo [0-9a-f]+)\n/.exec(undone.out) ?? []
  expect((await command(home, again.split(' '))).code).toBe(0)
  expect(await command(home, ['merge', id])).toMatchObject({
    code: 0,
    out: 'All changes of this run are already there.\n',
  })
  await files.write('note.txt', text.replace('one', 'mine'))
  const conflict = await command(home, ['merge', id])
  expect(conflict).toMatchObject({ code: 1, out: expect.stringContaining('! note.txt  1 of 1 hunks in conflict') })
  expect(await files.read('note.txt')).toBe(text.replace('one', 'mine'))
})

import { existsSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { command } from '../../kit/host/host-command.ts'
import { hostModelServer, type ScriptedAnswer } from '../../kit/host/host-model-server.ts'
import { temporaryFolder } from '../../kit/host/host-open.ts'
import { type GitProject, gitProject } from '../kit/git-project.ts'

type Calls = NonNullable<ScriptedAnswer['calls']>

const shell = (line: string): Calls => [{ tool: 'shell', arguments: { command: line } }]
const edit = (path: string, old: string, text: string): Calls[number] => ({
  tool: 'edit_file',
  arguments: { path, old_text: old, new_text: text },
})

/** Runs the command line on a project with a model that makes these calls, one answer each. */
async function played(files: GitProject, ...answers: readonly Calls[]) {
  const home = await temporaryFolder()
  const server = await hostModelServer(({ messages }) => {
    const last = messages.findLastIndex((each) => each.role === 'user')
    const done = messages.slice(last).filter((each) => each.role === 'assistant').length
    const calls = answers[done]
    return calls === undefined ? { text: 'Done.' } : { calls }
  })
  const model = ['--base-url', server.url, '--model', 'm', '--approve', 'everything']
  const run = await command(home, ['run', '--project', files.folder, ...model, 'go'])
  const [id = ''] = (await command(home, ['list', '--project', files.folder])).out.split('\t')
  const say = (...args: string[]) => command(home, args)
  return { home, server, model, run, id, say }
}

/** A project with a submodule, a repository in it that git doesn't know, and ignored files. */
async function nestedProject() {
  const outside = await gitProject({ 's.txt': 'old\n' })
  const files = await gitProject({ '.gitignore': '.env\nbuild/\nsecrets/\n', 'a.txt': 'a\n' })
  files.git(['submodule', 'add', '-q', outside.folder, 'sub'])
  files.git(['commit', '-q', '-m', 'sub'])
  mkdirSync(files.at('nested'))
  files.git(['init', '-q'], files.at('nested'))
  await files.write('nested/inner.txt', 'inner\n')
  await files.write('nested/deep/file.txt', 'deep\n')
  await files.write('.env', 'MODE=old\n')
  await files.write('secrets/key.txt', 'k\n')
  return files
}

test('edits in ignored files, submodules and nested repositories are counted, shown and undone', {
  timeout: 180_000,
}, async () => {
  const files = await nestedProject()
  const { run, id, say } = await played(files, [
    edit('sub/s.txt', 'old', 'new'),
    edit('.env', 'old', 'new'),
    edit('nested/inner.txt', 'inner', 'outer'),
    { tool: 'write_file', arguments: { path: 'sub/made.txt', content: 'made\n' } },
    { tool: 'write_file', arguments: { path: 'build/made.txt', content: 'made\n' } },
    { tool: 'write_file', arguments: { path: 'b.txt', content: 'b\n' } },
  ])
  expect(run).toMatchObject({ code: 0, error: expect.stringMatching(/^completed · .*\n$/) })
  expect(readFileSync(files.at('.env'), 'utf8')).toBe('MODE=new\n')
  expect((await say('show', id)).out).toContain('changes: 6 files, +6 −3')
  const listed = await say('files', id, '--before')
  for (const path of ['sub/s.txt', '.env', 'nested/inner.txt', 'sub/made.txt', 'build/made.txt', 'b.txt'])
    expect(listed.out).toContain(path)
  const back = await say('files', id, '--before', '--restore')
  expect(back).toMatchObject({ code: 0, error: '' })
  expect(['.env', 'sub/s.txt', 'nested/inner.txt'].map((path) => readFileSync(files.at(path), 'utf8'))).toEqual([
    'MODE=old\n',
    'old\n',
    'inner\n',
  ])
  expect(['sub/made.txt', 'build', 'b.txt'].filter((path) => existsSync(files.at(path)))).toEqual([])
  expect(files.git(['status', '--porcelain'], files.at('sub'))).toBe('')
  const [, undo = ''] = /--undo (\w+)/.exec(back.out) ?? []
  expect((await say('files', id, '--undo', undo)).code).toBe(0)
  expect(readFileSync(files.at('.env'), 'utf8')).toBe('MODE=new\n')
  expect(readFileSync(files.at('build/made.txt'), 'utf8')).toBe('made\n')
})

test('what a command did to files that no snapshot holds is named: by the run, by show, and by the restore', {
  timeout: 180_000,
}, async () => {
  const files = await nestedProject()
  writeFileSync(files.at('big.bin'), '')
  truncateSync(files.at('big.bin'), 120 * 2 ** 20)
  writeFileSync(Buffer.concat([Buffer.from(`${files.folder}/bad `), Buffer.from([0xe9])]), 'x')
  const { run, id, say } = await played(
    files,
    shell('rm -rf .env nested big.bin bad* secrets; echo b > a.txt; mkdir build; echo x > build/x; echo y > new.env'),
  )
  const lost = ['.env (removed)', 'big.bin (removed)', 'nested/.git/ (removed)', 'secrets/key.txt (removed)']
  for (const each of lost) expect(run.error).toContain(each)
  expect(run.error).toContain('bad \ufffd (removed)')
  const shown = await say('show', id)
  for (const each of lost) expect(shown.out).toContain(each)
  const back = await say('files', id, '--before', '--restore')
  // What is left of a repository, since commands can’t remove all of it, counts as changed there.
  for (const each of lost) expect(back.error).toContain(each.replace(/\w+\)$/, ''))
  expect(readFileSync(files.at('a.txt'), 'utf8')).toBe('a\n')
  // Its working files are back, only its history is not.
  expect(readFileSync(files.at('nested/deep/file.txt'), 'utf8')).toBe('deep\n')
  const after = await say('files', id, '--before')
  expect(after.out).not.toContain('have not changed')
  expect(after.out).toContain('? .env  removed since, and in no snapshot')
})

test('packages that were edited are said not to be undone, in the result that the model reads', {
  timeout: 120_000,
}, async () => {
  const files = await gitProject({ '.gitignore': 'node_modules/\n', 'a.txt': 'a\n' })
  await files.write('node_modules/x/index.js', 'one\n')
  const { server } = await played(files, [edit('node_modules/x/index.js', 'one', 'two')])
  expect(server.sent.at(-1)).toContain('No snapshot holds this ignored file, so Stratagem can’t undo this edit.')
})

test('lanes have a submodule’s files and small ignored ones; what they do there is applied', {
  timeout: 240_000,
}, async () => {
  const files = await nestedProject()
  const { say, model } = await played(files, [
    edit('sub/s.txt', 'old', 'two'),
    edit('.env', 'old', 'two'),
    { tool: 'write_file', arguments: { path: 'sub/new.txt', content: 'hi\n' } },
  ])
  const [id = ''] = (await say('list', '--project', files.folder)).out.split('\t')
  await say('files', id, '--before', '--restore')
  const check = 'test "$(cat sub/s.txt)" = two && test "$(cat .env)" = MODE=two && test -f secrets/key.txt'
  const lanes = ['--lane', 'A=tool-loop', '--lane', 'B=tool-loop', '--check', check, '--apply', 'A']
  const compared = await say('compare', ...lanes, '--project', files.folder, ...model, 'go')
  expect(compared.out).toContain('Both pass')
  expect(['.env', 'sub/s.txt', 'sub/new.txt'].map((path) => readFileSync(files.at(path), 'utf8'))).toEqual([
    'MODE=two\n',
    'two\n',
    'hi\n',
  ])
  expect(existsSync(join(files.folder, 'sub/.git'))).toBe(true)
})

test('a candidate’s copy has what tests need, .worktreeinclude names more, and what is missing is named to the model', {
  timeout: 180_000,
}, async () => {
  const ignored = '.env\nnode_modules/\nlocal.settings.json\ndist/\ndata/\n*.bin\n'
  const files = await gitProject({ '.gitignore': ignored, '.worktreeinclude': 'data/seed.bin\n', 'a.txt': 'a\n' })
  await files.write('.env', 'A=1\n')
  await files.write('local.settings.json', '{}\n')
  await files.write('node_modules/x/index.js', 'x\n')
  await files.write('dist/main.js', 'built\n')
  await files.write('data/seed.bin', Buffer.alloc(2_000_000))
  await files.write('huge.bin', Buffer.alloc(3_000_000))
  mkdirSync(files.at('vendored'))
  files.git(['init', '-q'], files.at('vendored'))
  await files.write('vendored/inner.txt', 'inner\n')
  const wanted =
    '.env local.settings.json node_modules/x/index.js vendored/inner.txt data/seed.bin dist/main.js huge.bin'
  const line = `for f in ${wanted}; do test -e $f && echo "has $f" || echo "lacks $f"; done`
  const home = await temporaryFolder()
  const server = await hostModelServer(({ messages }) =>
    messages.some((each) => each.role === 'tool') ? { text: 'ok' } : { calls: shell(line) },
  )
  const model = ['--base-url', server.url, '--model', 'm', '--approve', 'everything']
  const candidates = ['--strategy', 'best-of-n', '--set', 'candidates=2']
  await command(home, ['run', '--project', files.folder, ...model, ...candidates, 'go'])
  const result = server.requests.flatMap(({ messages }) => messages.filter((each) => each.role === 'tool'))[0]?.content
  for (const path of wanted.split(' ').slice(0, 5)) expect(result).toContain(`has ${path}`)
  for (const path of ['dist/main.js', 'huge.bin']) expect(result).toContain(`lacks ${path}`)
  const [system] = server.requests[0]?.messages ?? []
  const [, missing = ''] = /Missing in an isolated copy[^\n]*\n([\s\S]*)/.exec(String(system?.content)) ?? []
  expect(missing.split('\n').slice(0, 3)).toEqual(['dist/', 'huge.bin', 'vendored/.git/'])
})

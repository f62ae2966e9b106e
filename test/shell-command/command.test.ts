import { existsSync } from 'node:fs'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { ask } from '../../src-main/host/api/host-client.ts'
import { defaultSettings } from '../../src-shared/settings/settings.ts'
import { command, startCommand } from '../kit/host/host-command.ts'
import { hostModelServer } from '../kit/host/host-model-server.ts'
import { openTestHost, temporaryFolder, testProfile } from '../kit/host/host-open.ts'
import { spawnHost } from '../kit/host/host-spawn.ts'
import { temporaryProject } from '../kit/project/temporary-project.ts'

// Every command is a process of its own: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 120_000 })

const never = new Promise(() => {})
const write = { tool: 'write_file', arguments: { path: 'note.txt', content: 'x\n' } }

test('run prints the answer alone, list and show tell of it', async () => {
  const home = await temporaryFolder()
  const files = await temporaryProject({})
  const server = await hostModelServer((_asked, turn) =>
    turn === 0 ? { text: 'I look.', calls: [write] } : { text: 'The answer.' },
  )
  const args = [
    'run',
    '--project',
    files.folder,
    '--base-url',
    server.url,
    '--model',
    'm1',
    '--approve',
    'edits',
    'Do\tit\nnow',
  ]
  expect(await command(home, args, { OPENAI_API_KEY: 'key-from-environment' })).toEqual({
    code: 0,
    out: 'The answer.\n',
    error: expect.stringMatching(/^completed · .+ · 1 file changed \(\+1 −0\) · run_\w+\n$/),
  })
  expect(server.keys).toEqual(['Bearer key-from-environment', 'Bearer key-from-environment'])
  expect(await files.read('note.txt')).toBe('x\n')
  const listed = await command(home, ['list', '--project', files.folder])
  const [id = '', ...rest] = listed.out.trimEnd().split('\t')
  expect(rest).toEqual(['completed', 'Tool loop', 'Do it'])
  const shown = await command(home, ['show', id])
  expect(shown).toMatchObject({ code: 0, error: '' })
  for (const part of [
    `run: ${id}`,
    'status: completed',
    '> Do',
    '✓ write_file note.txt: ',
    'The answer.',
    'changes: 1 file, +1 −0',
    'files before: ',
  ])
    expect(shown.out).toContain(part)
  expect(await command(home, ['show', 'run_unknown'])).toEqual({
    code: 1,
    out: '',
    error: 'There is no run "run_unknown". `agent list` lists all runs.\n',
  })
  expect((await command(home, ['list', '--project', home])).out).toBe('')
})

test('run continues a conversation with its strategy and models, from standard input, a file, and beside a run', async () => {
  const home = await temporaryFolder()
  const files = await temporaryProject({ 'task.md': 'From a file.\n' })
  const server = await hostModelServer((_asked, turn) => ({ text: `Answer ${turn}.` }))
  const project = ['--project', files.folder]
  const run = (args: readonly string[], input: string | null = null) =>
    command(home, ['run', ...project, ...args], {}, input)
  expect(await run(['--continue', 'And now?'])).toMatchObject({
    code: 1,
    error: expect.stringContaining('no conversation'),
  })
  const model = ['--base-url', server.url, '--model', 'm1']
  expect(await run([...model, '--strategy', 'chat', 'First.'])).toMatchObject({ code: 0, out: 'Answer 0.\n' })
  expect(await run(['--continue', '-'], 'From standard\ninput.\n')).toMatchObject({ code: 0, out: 'Answer 1.\n' })
  expect(await run(['--continue', '--file', join(files.folder, 'task.md')])).toMatchObject({ out: 'Answer 2.\n' })
  const said = () => server.requests.at(-1)?.messages.flatMap(({ role, content }) => (role === 'user' ? [content] : []))
  expect(said()).toEqual(['First.', 'From standard\ninput.', 'From a file.'])
  const lines = (await command(home, ['list', ...project])).out.trimEnd().split('\n')
  expect(lines.map((line) => line.split('\t')[2])).toEqual(['Chat', 'Chat', 'Chat'])
  const ids = lines.map((line) => line.split('\t')[0] ?? '')
  expect(ids).toHaveLength(3)
  expect(await run(['--conversation', ids.at(-1) ?? '', '--mode', 'plan', 'Beside.'])).toMatchObject({
    out: 'Answer 3.\n',
  })
  expect(said()).toEqual(['First.', 'Beside.'])
  const unknown = await run(['--conversation', 'conv_unknown', 'Hello?'])
  expect(unknown).toMatchObject({ code: 1, out: '' })
  const spent = await run(['--continue', '--strategy', 'tool-loop', '--budget', 'calls=1', 'Last.'])
  expect(spent.code).toBe(0)
  const shown = await command(home, ['show', (await command(home, ['list', ...project])).out.split('\t')[0] ?? ''])
  expect(shown.out).toContain('1 model calls')
})

test('with --json every event is a line of JSON', async () => {
  const home = await temporaryFolder()
  const files = await temporaryProject({})
  const server = await hostModelServer(() => ({ text: 'hello' }))
  const { code, out } = await command(home, [
    'run',
    '--json',
    '--strategy',
    'chat',
    '--project',
    files.folder,
    '--base-url',
    server.url,
    '--model',
    'm',
    'hi',
  ])
  const events = out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
    .filter((line) => 'seq' in line)
  expect(out).toContain('"type":"model-delta"')
  expect(code).toBe(0)
  expect(events.map((event) => event.seq)).toEqual(events.map((_, index) => index))
  expect(events[0].type).toBe('run-start')
  expect(events.at(-1)).toMatchObject({ type: 'run-end', status: 'completed', text: 'hello' })
})

test('without --approve and without a terminal an edit is denied, and the model is told that nobody can be asked', async () => {
  const home = await temporaryFolder()
  const files = await temporaryProject({})
  const server = await hostModelServer((_asked, turn) => (turn === 0 ? { calls: [write] } : { text: 'I could not.' }))
  const where = ['--project', files.folder, '--base-url', server.url, '--model', 'm']
  const { code, out, error } = await command(home, ['run', ...where, 'go'])
  expect([code, out]).toEqual([0, 'I could not.\n'])
  expect(error).toMatch(
    /^Denied, because there is no terminal to ask in: .*note\.txt\nTo allow it, use --approve edits or --approve everything, or a rule in Settings → Approval\.\ncompleted · [^\n]*\n$/,
  )
  expect(server.sent[1]).toContain('nobody can give it now')
  expect(server.sent[1]).not.toContain('The user says')
  expect(server.sent[1]).toContain('--approve does not cover this')
  await expect(files.read('note.txt')).rejects.toThrow()
})

test('a command that is denied names no approval that leaves it denied', async () => {
  const home = await temporaryFolder()
  const shell = { tool: 'shell', arguments: { command: 'true' } }
  const server = await hostModelServer((_asked, turn) => (turn === 0 ? { calls: [shell, write] } : { text: 'No.' }))
  const where = ['--project', await temporaryFolder(), '--base-url', server.url, '--model', 'm']
  const { error } = await command(home, ['run', ...where, 'go'])
  expect(error).toMatch(/Run a command\? true\nTo allow it, use --approve everything, or a rule/)
  expect(error).toMatch(/note\.txt\nTo allow it, use --approve edits or --approve everything, or a rule/)
})

test('a failed run says why, and exits with 1', async () => {
  const home = await temporaryFolder()
  const files = await temporaryProject({})
  const server = await hostModelServer(() => ({ status: 401, body: '{}' }))
  const { code, out, error } = await command(home, [
    'run',
    '--project',
    files.folder,
    '--base-url',
    server.url,
    '--model',
    'm',
    'go',
  ])
  expect([code, out]).toEqual([1, ''])
  expect(error).toMatch(/key/)
})

test('Ctrl-C stops the run: 130, and it is kept as aborted', async () => {
  const home = await temporaryFolder()
  const files = await temporaryProject({})
  const server = await hostModelServer(() => ({ text: 'half of an answer', until: never }))
  const running = startCommand(home, ['run', '--project', files.folder, '--base-url', server.url, '--model', 'm', 'go'])
  await expect.poll(() => server.requests.length, { timeout: 15_000 }).toBe(1)
  running.interrupt()
  expect((await running.done).code).toBe(130)
  expect((await command(home, ['list'])).out).toContain('\taborted\tTool loop\tgo')
})

test('resume goes on with a run whose process was killed, and prints its answer', async () => {
  const home = await temporaryFolder()
  const files = await temporaryProject({})
  let killed = false
  const server = await hostModelServer(() => (killed ? { text: 'whole answer' } : { text: 'half', until: never }))
  const child = await spawnHost(home, files.folder, server.url, 'go')
  await expect.poll(() => server.requests.length, { timeout: 15_000 }).toBe(1)
  await child.kill()
  killed = true
  expect((await command(home, ['list'])).out).toContain(`${child.ids.run}\tinterrupted\t`)
  expect(await command(home, ['resume', child.ids.run])).toMatchObject({ code: 0, out: 'whole answer\n' })
  const again = await command(home, ['resume', child.ids.run])
  expect([again.code, again.error]).toEqual([1, expect.stringContaining('nothing to resume')])
})

test('what is not understood exits with 2 and says where to read more, of the command that was typed', async () => {
  const { code, out, error } = await command(await temporaryFolder(), ['run', '--model', 'nobody-knows', 'go'])
  expect([code, out]).toEqual([2, ''])
  expect(error).toMatch(/^There is no saved model profile .*\nUsage: agent run --help\n$/)
  const lanes = ['--lane', 'A=chat', '--lane', 'B=chat,model=nobody-knows']
  expect((await command(await temporaryFolder(), ['compare', ...lanes, 'go'])).error).toContain('agent compare --help')
})

test('an unknown strategy is not understood, the known ones are named, and no empty conversation is left', async () => {
  const files = await temporaryProject({})
  const home = await temporaryFolder()
  const { code, error } = await command(home, ['run', '--project', files.folder, '--strategy', 'guess', 'go'])
  expect([code, error]).toEqual([2, expect.stringContaining('tool-loop')])
  const host = await openTestHost({ dataFolder: home })
  const [project] = await ask(host, 'projects-list', {})
  expect(await ask(host, 'conversations-list', { projectId: project?.id ?? '' })).toEqual([])
})

test('a role that no strategy has is not understood, and the roles are named', async () => {
  const files = await temporaryProject({})
  const home = await temporaryFolder()
  const args = ['run', '--project', files.folder, '--base-url', 'http://127.0.0.1:9/v1', '--model', 'm']
  const { code, error } = await command(home, [...args, '--role', 'plannner=x', 'go'])
  expect([code, error]).toEqual([2, expect.stringContaining('planner')])
})

test('a saved profile that is named gets the key; a role in the settings sends nothing to an endpoint nobody named', async () => {
  const home = await temporaryFolder()
  const files = await temporaryProject({})
  const server = await hostModelServer(() => ({ text: 'The answer.' }))
  const profile = testProfile(server.url, { id: 'prof_1', name: 'Mine' })
  await writeFile(join(home, 'profiles.json'), JSON.stringify([profile]))
  await writeFile(join(home, 'settings.json'), JSON.stringify({ ...defaultSettings, roles: { engineer: 'prof_1' } }))
  const key = { OPENAI_API_KEY: 'key-from-environment' }
  const args = ['run', '--project', files.folder, '--strategy', 'chat']
  expect((await command(home, [...args, 'go'], key)).out).toContain('demo')
  expect(server.keys).toEqual([])
  expect((await command(home, [...args, '--model', 'Mine', 'go'], key)).out).toBe('The answer.\n')
  expect(server.keys).toEqual(['Bearer key-from-environment'])
})

test('a reader that is gone stops the run, which is kept; no stack trace is printed', async () => {
  const home = await temporaryFolder()
  const files = await temporaryProject({})
  const server = await hostModelServer(() => ({ text: 'half of an answer', until: never }))
  const address = ['--base-url', server.url, '--model', 'm']
  const running = startCommand(home, ['run', '--json', '--project', files.folder, ...address, 'go'])
  running.stopReading()
  expect(await running.done).toMatchObject({ code: 130, error: expect.not.stringContaining('EPIPE') })
  expect((await command(home, ['list'])).out).toContain('\taborted\tTool loop\tgo')
  const listing = startCommand(home, ['list'])
  listing.stopReading()
  expect(await listing.done).toMatchObject({ code: 0, error: '' })
})

test.skipIf(process.platform === 'win32')('a terminal that is closed stops the run and its commands', async () => {
  const home = await temporaryFolder()
  const files = await temporaryProject({})
  const server = await hostModelServer(() => ({ text: 'half of an answer', until: never }))
  const args = ['run', '--project', files.folder, '--base-url', server.url, '--model', 'm', 'go']
  const running = startCommand(home, args)
  await expect.poll(() => server.requests.length, { timeout: 15_000 }).toBe(1)
  running.hangUp()
  expect((await running.done).code).toBe(130)
  expect((await command(home, ['list'])).out).toContain('\taborted\tTool loop\tgo')
})

test('what was compiled is kept with the data of the app, where there is any, for the next start', async () => {
  const home = await temporaryFolder()
  const unused = join(home, 'unused')
  expect(await command(unused, ['--help'], { NODE_COMPILE_CACHE: '' })).toMatchObject({ code: 0 })
  expect(existsSync(unused)).toBe(false)
  expect(await command(home, ['list'], { NODE_COMPILE_CACHE: '' })).toMatchObject({ code: 0 })
  expect(await readdir(join(home, 'compiled'))).toHaveLength(1)
})

import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { ask } from '../../src-main/host/api/host-client.ts'
import { readArguments } from '../../src-main/shell-command/arguments/read-arguments.ts'
import { UsageError } from '../../src-main/shell-command/arguments/usage.ts'
import { command } from '../kit/host/host-command.ts'
import { hostModelServer } from '../kit/host/host-model-server.ts'
import { openTestHost, temporaryFolder } from '../kit/host/host-open.ts'
import { temporaryProject } from '../kit/project/temporary-project.ts'

// Every command is a process of its own: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 120_000 })

const strategyOf = (...words: string[]) => {
  const read = readArguments(['run', ...words, 'go'], '/here')
  return read.command === 'run' ? read.strategy : undefined
}

test('--set and --prompt change each layer of a composition', async () => {
  const home = await temporaryFolder()
  const project = await temporaryProject({ 'retry.txt': 'Again, for {reason}\n' })
  const run = (...args: string[]) => command(home, ['run', '--project', project.folder, ...args, 'Go'])
  const nest = ['--strategy', 'retry(reflection)', '--json']
  const file = join(project.folder, 'retry.txt')
  const done = await run(
    ...nest,
    '--set',
    'maxRetries=1',
    '--set',
    'reflection.maxTurns=9',
    '--prompt',
    `retry=@${file}`,
  )
  const [start] = done.out.split('\n')
  expect(JSON.parse(start ?? '')).toMatchObject({
    strategy: {
      inner: {
        name: 'retry',
        options: { maxRetries: 1, prompts: { retry: 'Again, for {reason}' } },
        inner: { name: 'reflection', options: { maxTurns: 9 } },
      },
    },
  })
  const refused = async (...args: string[]) => expect(await run(...nest, ...args)).toMatchObject({ code: 2 })
  await refused('--prompt', 'retry=Again.')
  await refused('--prompt', 'reflection.retry=Again, {reason}.')
  await refused('--prompt', 'retry=@no-such-file')
  await refused('--set', 'maxRetrys=1')
  await refused('--set', 'maxRetries')
})

test('--strategy names strategies, wrappers, auto, or nothing; options belong to a strategy', () => {
  expect(strategyOf()).toBeNull()
  expect(strategyOf('--strategy', 'auto')).toEqual({ auto: true })
  expect(strategyOf('--strategy', 'My preset')).toEqual({ name: 'My preset', options: {} })
  expect(strategyOf('--options', '{"maxTurns":3}')).toEqual({ name: 'tool-loop', options: { maxTurns: 3 } })
  expect(() => strategyOf('--strategy', 'auto', '--options', '{"a":1}')).toThrow(UsageError)
})

test('--strategy auto goes by the rules, a preset by its name, and without it the default for the command line', async () => {
  const home = await temporaryFolder()
  const files = await temporaryProject({})
  const server = await hostModelServer(() => ({ text: 'Done.' }))
  const chat = { name: 'chat', options: {} }
  const host = await openTestHost({ dataFolder: home })
  const rules = [{ name: 'Greetings', words: ['hello'], pattern: '', pick: chat }]
  const routing = { rules, otherwise: { name: 'tool-loop', options: {} } }
  await ask(host, 'settings-write', { routing, sources: { command: chat } })
  const loop = { name: 'tool-loop', options: { maxTurns: 2 } }
  const preset = { name: 'Short loop', about: '', strategy: { name: 'retry', options: {}, inner: loop }, roles: {} }
  await ask(host, 'preset-save', { projectId: null, source: 'user', id: null, preset })
  await host.close()
  const run = (...words: string[]) =>
    command(home, ['run', '--project', files.folder, '--base-url', server.url, '--model', 'm', ...words])
  expect((await run('--strategy', 'auto', 'Hello')).out).toBe('Done.\n')
  expect((await run('--strategy', 'short loop', 'Go')).code).toBe(0)
  expect((await run('Go')).code).toBe(0)
  expect(await run('--strategy', 'short loop', '--options', '{"a":1}', 'Go')).toMatchObject({
    code: 2,
    error: expect.stringContaining('has its own options'),
  })
  const unknown = await run('--strategy', 'nothing', 'Go')
  expect(unknown.error).toContain('There is no strategy called "nothing"')
  const listed = (await command(home, ['list'])).out.trimEnd().split('\n')
  expect(listed.map((line) => line.split('\t')[2])).toEqual(['Chat', 'Retry › Tool loop', 'Chat'])
})

test('strategies are listed, and one is shown with its options, roles and prompts, for people and for programs', async () => {
  const home = await temporaryFolder()
  const all = await command(home, ['strategies'])
  expect(all).toMatchObject({ code: 0, error: '' })
  expect(all.out.split('\n').find((line) => line.startsWith('retry\t'))).toMatch(/^retry\tRetry\tTries the inner/)
  const one = await command(home, ['strategies', 'retry'])
  expect(one.out).toContain('maxRetries: Attempts after the first one, at most (1 to 20; default 2)')
  expect(one.out).toContain('Prompts (--prompt NAME=TEXT)\n  retry: ')
  const data = await command(home, ['strategies', 'reflection', '--json'])
  expect(JSON.parse(data.out)).toMatchObject({ name: 'reflection', roles: [{ name: 'engineer' }, { name: 'critic' }] })
  expect(await command(home, ['strategies', 'nope'])).toMatchObject({
    code: 2,
    error: expect.stringContaining('There are: tool-loop, chat'),
  })
})

test('the version is printed, and runs are listed as JSON', async () => {
  const home = await temporaryFolder()
  const project = await temporaryProject({ 'a.txt': '1' })
  for (const words of [['--version'], ['-V'], ['version']])
    expect(await command(home, words)).toMatchObject({ code: 0, out: expect.stringMatching(/^\d+\.\d+\.\d+\S*\n$/) })
  await command(home, ['run', '--project', project.folder, '--strategy', 'chat', 'Say hello'])
  const listed = await command(home, ['list', '--json'])
  expect(JSON.parse(listed.out)).toMatchObject({
    status: 'completed',
    title: 'Say hello',
    startedAt: expect.any(Number),
  })
})

import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, test, vi } from 'vitest'
import { readWhatIf } from '../../../src-main/shell-command/arguments/read-what-if.ts'
import { command } from '../../kit/host/host-command.ts'
import { hostModelServer } from '../../kit/host/host-model-server.ts'
import { temporaryFolder } from '../../kit/host/host-open.ts'
import { temporaryProject } from '../../kit/project/temporary-project.ts'

// Every command is a process of its own: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 120_000 })

it('reads changes, each a lane of its own', async () => {
  const folder = await temporaryFolder()
  await writeFile(join(folder, 'critic.txt'), 'Be strict.\n')
  const at = ['run_1', '--step', '3']
  expect(
    readWhatIf(
      [...at, '--prompt', 'critic=@critic.txt', '--prompt', 'improve=Again.', '--answer', 'No.', '--n', '4'],
      folder,
    ),
  ).toMatchObject({
    run: 'run_1',
    at: { step: 3 },
    prompts: [
      ['critic', 'Be strict.'],
      ['improve', 'Again.'],
    ],
    answers: [{ text: 'No.', calls: [] }],
    repeats: 4,
  })
  expect(readWhatIf(['run_1', '--all-steps'], '/')).toMatchObject({ at: 'all', repeats: null })
  expect(readWhatIf(['run_1'], '/')).toMatchObject({ at: null })
})

it.each([
  [['--step', '1'], /RUN is missing/],
  [['run_1', '--step', '1'], /Nothing is changed/],
  [['run_1', '--step', '0', '--model', 'm'], /whole number/],
  [['run_1', '--model', 'm'], /--step N or --at STEP is missing/],
  [['run_1', '--all-steps', '--model', 'm'], /changes nothing/],
  [['run_1', '--step', '1', '--at', 'x', '--model', 'm'], /only one/],
  [['run_1', '--step', '1', '--model', 'm', '--max-trials', '9'], /requires --all-steps/],
  [['run_1', '--step', '1', '--prompt', 'x'], /NAME=TEXT/],
  [['run_1', '--step', '1', '--options', '{}'], /requires --strategy/],
  [['run_1', '--all-steps', '--queue', 'nats://lab:4222'], /run on this computer.*Leave out --queue/],
  [['run_1', '--all-steps', '--max-cost', '0'], /--max-cost takes US dollars/],
])('refuses %j', (args, why) => {
  expect(() => readWhatIf(args, '/')).toThrow(why)
})

test('from a run to the effect of another model, in the terminal', async () => {
  const { folder } = await temporaryProject({ 'a.txt': 'one\n' })
  const home = await temporaryFolder()
  const server = await hostModelServer(({ messages, model }) => {
    if (messages.some(({ role }) => role === 'tool')) return { text: 'done' }
    const calls = [{ tool: 'write_file', arguments: { path: 'done.txt', content: 'yes' } }]
    return model === 'good' ? { calls } : { text: 'no' }
  })
  const endpoint = ['--base-url', server.url]
  const made = await command(home, [
    'run',
    '--project',
    folder,
    ...endpoint,
    '--model',
    'bad',
    '--approve',
    'everything',
    'Do it.',
  ])
  expect(made.code).toBe(0)
  const listed = await command(home, ['list', '--project', folder])
  const run = listed.out.split('\t')[0] ?? ''
  const steps = await command(home, ['what-if', run])
  expect(steps.out).toMatch(/^1 +model/)
  expect(steps.out).toContain('a run that completes is a success')
  const check = ['--check', `node -e "process.exit(require('fs').existsSync('done.txt') ? 0 : 1)"`]
  const changed = ['what-if', run, '--step', '1', ...endpoint, '--model', 'good', '--n', '6']
  const dry = await command(home, [...changed, '--max-time', '1h', '--dry-run'])
  expect(dry.code).toBe(0)
  expect(dry.out).toMatch(/^12 forks\. If each takes what the rest of this run took: about .+ of work and .+ tokens/)
  expect(dry.out).toContain('The cost can’t be estimated.')
  expect(dry.out).toContain('All trials together may run for 1 h')
  expect(dry.out).toContain('Nothing was started.')
  const found = await command(home, [
    'what-if',
    run,
    '--step',
    '1',
    ...endpoint,
    '--model',
    'good',
    '--n',
    '6',
    ...check,
  ])
  expect([found.code, found.error]).toEqual([0, expect.any(String)])
  expect(found.out).toContain('The change helps. A succeeds in 0 of 6 and B succeeds in 6 of 6.')
  expect(found.out).toContain('B compared with A: +100 points')
  expect(found.out).toContain('what came before it was reused and is not counted')
  expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('one\n')
  const strategy = ['--strategy', 'retry(tool-loop)', '--n', '1']
  const other = await command(home, ['what-if', run, '--step', '1', ...strategy, ...check])
  expect(other.out).toContain('B (Retry › Tool loop): ')
  const unknown = await command(home, ['what-if', run, '--step', '9', ...endpoint, '--model', 'good'])
  expect([unknown.code, unknown.error]).toEqual([2, expect.stringContaining('1 step to continue from')])
})

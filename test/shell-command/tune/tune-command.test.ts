import { expect, test, vi } from 'vitest'
import { ask } from '../../../src-main/host/api/host-client.ts'
import { UsageError } from '../../../src-main/shell-command/arguments/usage.ts'
import { readTune } from '../../../src-main/shell-command/tune/read-tune.ts'
import { command, startCommand } from '../../kit/host/host-command.ts'
import { hostModelServer, type ScriptedAnswer } from '../../kit/host/host-model-server.ts'
import { gate, openTestHost, temporaryFolder } from '../../kit/host/host-open.ts'
import { temporaryProject } from '../../kit/project/temporary-project.ts'
import { ownCheck, taskFile } from '../../kit/tuning/tuning-world.ts'
import { agentInTerminal } from '../../real/kit/terminal.ts'

// Every command is a process of its own: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 300_000 })

const write = (content: string): ScriptedAnswer => ({
  calls: [{ tool: 'write_file', arguments: { path: 'done.txt', content } }],
})

test('killed in the middle: the search continues by its log, repeats no trial, and saves what it found with its evidence', async () => {
  const home = await temporaryFolder()
  const { folder } = await temporaryProject({ 'a.txt': 'one\n' })
  const project = ['--project', folder]
  const [never, reached] = [gate(), gate()]
  let [open, writes] = [false, 0]
  // Wrong at first; right at the second attempt if it is told that the files are as they were.
  const server = await hostModelServer((request) => {
    if (request.messages.at(-1)?.role === 'tool') return { text: 'Done.' }
    writes += 1
    if (!open && writes >= 20) {
      reached.open()
      return { text: 'half', until: never.passed }
    }
    return write(JSON.stringify(request.messages).includes('again as they were before') ? 'right' : 'wrong')
  })
  await command(home, ['tasks', 'import', await taskFile(12), ...project])
  const model = ['--base-url', server.url, '--model', 'm', '--approve', 'everything']
  const search = [
    ...['tune', 'retry(tool-loop)', '--set', 'maxRetries=1', '--set', `check=${ownCheck}`, '--task-set', 'faulty'],
    ...['--option', 'restore', '--repeat', '1', '--seed', '3', ...model, ...project],
  ]
  const dry = await command(home, [...search, '--dry-run'])
  expect(dry).toMatchObject({ code: 0 })
  expect(dry.out).toContain('Varied: Restore (retry.restore) off, on')
  expect(dry.out).toMatch(/Tasks: \d+ for training, \d+ held out/)
  expect(server.requests).toHaveLength(0)

  const child = startCommand(home, search)
  await reached.passed
  child.kill()
  const killed = await child.done
  open = true

  const host = await openTestHost({ dataFolder: home })
  const [opened] = await ask(host, 'projects-list', {})
  const [left] = await ask(host, 'tunings-list', { projectId: opened?.id ?? '' })
  expect(left).toMatchObject({ state: 'interrupted', findings: [] })
  const tuningId = left?.id ?? ''
  // Its id is in what it wrote, and in the list that an id of none leads to.
  expect(killed.error).toContain(`agent tune --resume ${tuningId}`)
  const lost = await command(home, ['tune', '--resume', 'tun_none'])
  expect(lost).toMatchObject({ code: 1, error: expect.stringContaining(`Known:\n${tuningId}  interrupted  `) })
  const batchId = left?.rounds[0]?.batchId ?? ''
  const before = await ask(host, 'batch-open', { batchId })
  const ended = before.trials.filter(({ state }) => state === 'done')
  expect(ended.length).toBeGreaterThan(0)

  const went = await command(home, ['tune', '--resume', tuningId, '--save', 'Deeper'])
  expect(went.code).toBe(0)
  const after = await ask(host, 'batch-open', { batchId })
  for (const trial of ended) expect(after.trials[trial.number]).toEqual(trial)
  const done = await ask(host, 'tuning-open', { tuningId })
  expect(done.state).toBe('done')
  expect(new Set(done.rounds.map((round) => round.batchId)).size).toBe(done.rounds.length)
  expect(await ask(host, 'batches-list', { projectId: opened?.id ?? '' })).toHaveLength(done.rounds.length)
  expect(went.out).toContain('Round 1, screened on training tasks')
  expect(went.out).toMatch(/Improvement\. On 6 held-out tasks, it succeeds in 6 of 6 \(100\s%\) trials/)
  expect(went.error).toContain('  Restore (retry.restore): off → on')
  expect(went.error).toContain('Saved as the preset Deeper, with its evidence.')
  const presets = await ask(host, 'presets-list', { projectId: null })
  expect(presets.find(({ name }) => name === 'Deeper')?.preset).toMatchObject({
    strategy: { name: 'retry', options: { restore: true } },
    evidence: { tuning: tuningId, verdict: 'improvement' },
  })

  for (const [typed, says] of [
    ['n', 'Not saved.'],
    ['y', 'Saved as the preset Again'],
  ] as const) {
    const terminal = agentInTerminal(home, ['tune', '--resume', tuningId, '--save', 'Again'], { columns: 40 })
    await terminal.sees('Save this as the preset Again? [y]es, [N]o')
    terminal.type(`${typed}\r`)
    await terminal.sees(says)
    expect((await terminal.ended).code).toBe(0)
  }
})

const base = ['retry(tool-loop)', '--task-set', 's']
test.each([
  [['retry(tool-loop)'], /--task-set NAME/],
  [['--task-set', 's'], /STRATEGY is missing/],
  [[...base, '--candidates', '1'], /from 2 to 100/],
  [[...base, '--held-out', '0.95'], /share from 0.1 to 0.9/],
  [[...base, '--alpha', '0.5'], /--alpha must be/],
  [[...base, '--max-time', '3'], /such as 90s/],
  [[...base, '--max-cost', '0'], /above 0/],
  [['--resume', 'tune_1', '--seed', '4'], /does not take --seed/],
  [[...base, '--yes'], /--yes requires --save/],
  [['--resume', 'tune_1', 'chat'], /does not take a strategy/],
])('agent tune %j is refused', (args, why) => {
  expect(() => readTune([...args], '/')).toThrow(UsageError)
  expect(() => readTune([...args], '/')).toThrow(why)
})

test('a search is read as it is typed', () => {
  expect(
    readTune(
      [
        ...base,
        '--option',
        'maxRetries=1..5',
        '--prompts',
        '--held-out',
        '0.3',
        '--max-cost',
        '2',
        '--max-time',
        '30m',
      ],
      '/home/ada',
    ),
  ).toMatchObject({
    work: { kind: 'start', set: 's', heldOut: 0.3, prompts: true, options: ['maxRetries=1..5'], candidates: 16 },
    limits: { trials: null, cost: 2, wallMs: 1_800_000 },
  })
})

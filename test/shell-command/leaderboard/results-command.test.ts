import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { readResults } from '../../../src-main/shell-command/results/results-command.ts'
import { command } from '../../kit/host/host-command.ts'
import { temporaryFolder } from '../../kit/host/host-open.ts'
import { temporaryProject } from '../../kit/project/temporary-project.ts'
import { seedTrials } from '../../kit/run/seed-trials.ts'

// Every command is a process of its own: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 120_000 })

const choice = { name: 'tool-loop', options: { maxTurns: 7 } }
const laneOf = (letter: string, isDone: () => boolean) => ({
  choice,
  profile: { id: `prof_${letter}`, name: letter, model: `model-${letter}` },
  isDone,
})

async function begin() {
  const [home, { folder }] = [await temporaryFolder(), await temporaryProject({ 'a.txt': 'one\n' })]
  seedTrials(home, {
    folder,
    set: 'core',
    tasks: 6,
    repeats: 2,
    lanes: [laneOf('a', () => false), laneOf('b', () => true)],
  })
  const agent = (...args: string[]) => command(home, args)
  const board = async () =>
    JSON.parse((await agent('leaderboard', '--project', folder, '--task-set', 'core', '--json')).out)
  const put = (name: string, content: unknown) => {
    const file = join(home, name)
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
    return agent('results', 'import', file, '--task-set', 'core', '--project', folder)
  }
  return { home, folder, agent, board, put }
}

test.each(['csv', 'jsonl'])(
  'our own export as %s comes back with the versions of its tasks, so it is ranked',
  async (format) => {
    const { agent, board, put } = await begin()
    const { out } = await agent('export', 'batch_seeded', '--format', format)
    expect(await put(`theirs.${format}`, out)).toMatchObject({
      code: 0,
      out: expect.stringContaining('2 entries\t24 trials'),
    })
    const { entries } = await board()
    const theirs = entries.filter((each: { importedFrom: string | null }) => each.importedFrom !== null)
    expect(theirs).toMatchObject([
      { importedFrom: `theirs.${format}`, successes: 12, trials: 12, best: false, standing: { kind: 'ranked' } },
      { successes: 0, trials: 12, standing: { kind: 'ranked' } },
    ])
    expect(theirs[0].options).toBe('maxTurns=7')
    expect(theirs[0].models).toMatchObject([{ model: 'model-b' }])
    expect(entries.find((each: { best: boolean }) => each.best)).toMatchObject({ importedFrom: null })
  },
)

test('our own logs of Inspect come back, one for each lane, and are ranked', async () => {
  const { home, folder, agent, board } = await begin()
  await agent('export', 'batch_seeded', '--format', 'inspect', '--out', join(home, 'log.json'))
  const inFolder = await agent('export', 'batch_seeded', '--format', 'inspect', '--out', join(home, 'logs'))
  // In a folder, Inspect lists only such names.
  expect(inFolder.out.trim().split('\n')).toEqual([
    expect.stringMatching(/logs[\\/]\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d.*-A\.json$/),
    expect.stringMatching(/-B\.json$/),
  ])
  for (const lane of ['A', 'B']) {
    const file = join(home, `log-${lane}.json`)
    const { code, out } = await agent('results', 'import', file, '--task-set', 'core', '--project', folder)
    expect([code, out]).toEqual([0, expect.stringContaining('inspect\tcore\t1 entry\t12 trials')])
  }
  const { entries } = await board()
  expect(entries.filter((each: { importedFrom: string | null }) => each.importedFrom !== null)).toMatchObject([
    { successes: 12, trials: 12, standing: { kind: 'ranked' }, models: [{ model: 'model-b' }] },
    { successes: 0, trials: 12, standing: { kind: 'ranked' }, models: [{ model: 'model-a' }] },
  ])
})

test('a log of Inspect is matched by the names of tasks, shown and not ranked; other tasks are named', async () => {
  const { folder, agent, board, put } = await begin()
  const sample = (id: string, epoch: number, value: unknown, more = {}) => ({
    id,
    epoch,
    scores: { exact: { value } },
    ...more,
  })
  const log = {
    version: 2,
    eval: { task: 'pads', model: 'their/model' },
    samples: [
      sample('Task 1', 1, 'C', { working_time: 2, model_usage: { m: { total_cost: 0.5 } } }),
      sample('Task 1', 2, 'I'),
      sample('Task 2', 1, 'C', { error: { message: 'cut off' } }),
      sample('Elsewhere', 1, 'C'),
    ],
  }
  const imported = await put('log.json', log)
  expect(imported.code).toBe(1)
  expect(imported.error).toContain('Samples without a score that says whether they succeeded, or with an error: 1.')
  expect(imported.error).toContain('Tasks that the set core does not have: Elsewhere.')
  const { entries } = await board()
  expect(entries.at(-1)).toMatchObject({
    title: 'pads',
    trials: 2,
    successes: 1,
    costPerSuccess: null,
    standing: { kind: 'unranked', reason: 'other-tasks' },
  })
  const [id = ''] = (await agent('results', '--project', folder)).out.split('\t')
  expect((await agent('results', 'remove', id, '--project', folder)).code).toBe(0)
  expect((await board()).entries).toHaveLength(2)
})

test('the folder of a Harbor job is read, a trial without a reward left out', async () => {
  const { home, folder, agent, board } = await begin()
  const trial = (name: string, trialName: string, rewards: object | null) => ({
    task_name: name,
    trial_name: trialName,
    agent_info: { name: 'terminus', version: '2.0', model_info: { name: 'big', provider: 'x' } },
    agent_result: { cost_usd: 0.2 },
    verifier_result: rewards === null ? null : { rewards },
    agent_execution: { started_at: '2026-01-01T00:00:00Z', finished_at: '2026-01-01T00:01:00Z' },
  })
  const results = [
    trial('org/Task 1', 'a', { reward: 1 }),
    trial('org/Task 1', 'b', { reward: 0.5 }),
    trial('org/Task 2', 'c', null),
  ]
  for (const each of results) {
    mkdirSync(join(home, 'job', each.trial_name), { recursive: true })
    writeFileSync(join(home, 'job', each.trial_name, 'result.json'), JSON.stringify(each))
  }
  const args = ['--task-set', 'core', '--project', folder, '--source', 'Terminal laboratory']
  const imported = await agent('results', 'import', join(home, 'job'), ...args)
  expect(imported).toMatchObject({ code: 1, error: expect.stringContaining('Trials without a reward: 1.') })
  expect((await board()).entries.at(-1)).toMatchObject({
    title: 'terminus 2.0',
    importedFrom: 'Terminal laboratory',
    trials: 2,
    successes: 1,
  })
})

test('what matches no task, and what is no result, is refused with a sentence', async () => {
  const { put, board } = await begin()
  expect((await put('x.json', { hello: 1 })).error).toContain('x.json holds no results that can be read.')
  const log = { version: 2, eval: { task: 't', model: 'm' }, samples: [{ id: 'Other', scores: { a: { value: 'C' } } }] }
  expect((await put('y.json', log)).error).toContain('No result in y.json belongs to a task of the set core.')
  expect((await board()).entries).toHaveLength(2)
  expect(() => readResults(['import', 'x'], '/')).toThrow('--task-set')
})

const files = join(import.meta.dirname, '../../host/strategies/leaderboard/outside/files')

test('what Inspect and Harbor wrote is imported as it is, and the score that counts can be named', async () => {
  const { folder, agent, board } = await begin()
  const given = (name: string, ...more: string[]) =>
    agent('results', 'import', join(files, name), '--task-set', 'core', '--project', folder, ...more)
  expect(await given('inspect-plain.eval')).toMatchObject({ code: 0, out: expect.stringContaining('4 trials') })
  const several = await given('inspect-many-scorers.eval', '--score', 'rewarded', '--source', 'Rewards')
  expect(several).toMatchObject({ code: 0, error: expect.stringContaining('3 partial scores counted as failed.') })
  expect((await given('harbor')).error).toContain('Tasks that the set core does not have: one, three, and two.')
  expect((await given('harbor/result.json')).error).toContain('Choose the job’s folder instead')
  const { entries } = await board()
  const theirs = entries.filter((each: { importedFrom: string | null }) => each.importedFrom !== null)
  expect(theirs).toMatchObject([
    { title: 'generate', importedFrom: 'Rewards', trials: 8, successes: 5, best: false },
    { title: 'generate', importedFrom: 'inspect-plain.eval', trials: 4, successes: 2 },
  ])
})

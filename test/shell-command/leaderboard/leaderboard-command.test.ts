import { expect, test, vi } from 'vitest'
import { readLeaderboard } from '../../../src-main/shell-command/results/leaderboard-command.ts'
import { command } from '../../kit/host/host-command.ts'
import { temporaryFolder } from '../../kit/host/host-open.ts'
import { temporaryProject } from '../../kit/project/temporary-project.ts'
import { seedTrials } from '../../kit/run/seed-trials.ts'

// Every command is a process of its own: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 120_000 })

const loop = { name: 'tool-loop', options: {} }
const profile = { id: 'prof_mini', name: 'Mini', model: 'gpt-mini' }

test('the trials of a task set are ranked, with what is best and what is not ranked', async () => {
  const [home, { folder }] = [await temporaryFolder(), await temporaryProject({ 'a.txt': 'one\n' })]
  const wrapped = { name: 'retry', options: { maxRetries: 2 }, inner: loop }
  const lanes = [
    { choice: loop, profile, isDone: () => false },
    { choice: wrapped, profile, isDone: () => true },
    { choice: loop, profile, isDone: () => true, version: 'conversation@1(tool-loop@0)' },
  ]
  seedTrials(home, { folder, set: 'core', tasks: 6, repeats: 2, lanes })
  const agent = (...args: string[]) => command(home, ['leaderboard', '--project', folder, ...args])
  const { code, out } = await agent('--task-set', 'core')
  expect(code).toBe(0)
  const [, first, second, third] = out.split('\n')
  expect(first).toMatch(
    /^1 +Retry › Tool loop \(retry@\d+\(tool-loop@\d+\)\) +Mini \(gpt-mini\) +100\s% of 12 .*BEST HERE · maxRetries=2$/,
  )
  expect(second).toMatch(/^2 +Tool loop \(tool-loop@\d+\) .* 0\s% of 12 .*−100 points on 6 tasks/)
  expect(third).toMatch(/^– +Tool loop \(tool-loop@0\) .*not ranked: earlier version of the strategy$/)

  const json = await agent('--task-set', 'core', '--json')
  expect(JSON.parse(json.out)).toMatchObject({ set: 'core', tasks: 6, entries: [{ best: true }, {}, { best: false }] })
  expect((await agent()).error).toContain('Task sets: core.')
  expect(await agent('--task-set', 'other')).toMatchObject({
    code: 2,
    error: expect.stringContaining('There are: core.'),
  })
})

test('the versions of a strategy are printed in the order of their first use, compared with the one before', async () => {
  const [home, { folder }] = [await temporaryFolder(), await temporaryProject({ 'a.txt': 'one\n' })]
  const lane = (version: number, isDone: (task: number) => boolean, at: number) => ({
    ...{ folder, set: 'core', tasks: 12, repeats: 2, name: `v${version}`, at },
    lanes: [
      { choice: loop, profile, isDone, version: `conversation@1(tool-loop@${version})` },
      { choice: { name: 'chat', options: {} }, profile, isDone },
    ],
  })
  seedTrials(
    home,
    lane(2, () => true, Date.UTC(2026, 9, 2)),
  )
  seedTrials(
    home,
    lane(1, (task) => task % 3 === 0, Date.UTC(2026, 9, 1)),
  )
  const agent = (...args: string[]) => command(home, ['leaderboard', '--project', folder, ...args])
  const { code, out } = await agent('--task-set', 'core', '--versions', 'tool-loop')
  expect(code).toBe(0)
  const [title, , first, second] = out.split('\n')
  expect(title).toBe('Tool loop · Mini (gpt-mini)')
  expect(first).toMatch(/^1 +tool-loop@1 +2026-10-01 +·+─+●─+·+ +33\s% \(\d+–\d+\s%\) of 24 +first$/)
  expect(second).toMatch(/^2 +tool-loop@2 +2026-10-02 +·+─+● +100\s% .*\+67 points \(.* on 12 tasks +better$/)
  expect(out).toContain('Shown to differ from the one before: tool-loop@2 (better).')
  const json = await agent('--task-set', 'core', '--versions', 'Tool loop', '--json')
  expect(JSON.parse(json.out)).toMatchObject([{ title: 'Tool loop', shared: 12, versions: [{}, { change: {} }] }])
  expect(await agent('--task-set', 'core', '--versions', 'chat')).toMatchObject({
    code: 2,
    error: expect.stringContaining('There are: Tool loop.'),
  })
})

test('what is not understood is refused', () => {
  expect(() => readLeaderboard(['core'], '/')).toThrow('Unexpected argument: core')
  expect(readLeaderboard(['--json', '--task-set', 'core', '--project', 'p'], '/w')).toEqual({
    command: 'leaderboard',
    project: '/w/p',
    set: 'core',
    versions: null,
    json: true,
  })
})

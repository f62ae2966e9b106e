import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, test, vi } from 'vitest'
import { readCompare } from '../../../src-main/shell-command/arguments/read-compare.ts'
import { UsageError } from '../../../src-main/shell-command/arguments/usage.ts'
import { command } from '../../kit/host/host-command.ts'
import { hostModelServer } from '../../kit/host/host-model-server.ts'
import { temporaryFolder } from '../../kit/host/host-open.ts'
import { temporaryProject } from '../../kit/project/temporary-project.ts'

// Every command is a process of its own: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 120_000 })

describe('reading a sweep', () => {
  it('starts from each strategy and model, and varies the rest', () => {
    const { lanes, sweep, work } = readCompare(
      [
        '--sweep',
        'strategy=chat,retry(best-of-n(tool-loop))',
        '--sweep',
        'model=a,b',
        '--sweep',
        'maxRetries=1,2',
        'Do.',
      ],
      '/',
    )
    expect(lanes.map(({ label, model }) => [label, model])).toEqual([
      ['A', 'a'],
      ['B', 'b'],
      ['C', 'a'],
      ['D', 'b'],
    ])
    expect(lanes[2]?.strategy).toMatchObject({
      name: 'retry',
      inner: { name: 'best-of-n', inner: { name: 'tool-loop' } },
    })
    expect(sweep).toEqual({
      axes: [
        {
          kind: 'values',
          subject: { kind: 'option', name: 'maxRetries' },
          settings: [
            { kind: 'option', name: 'maxRetries', value: 1 },
            { kind: 'option', name: 'maxRetries', value: 2 },
          ],
        },
      ],
      random: null,
    })
    expect(work).toMatchObject({ kind: 'trials', repeats: 1, dryRun: false })
  })

  it('reads ranges, limits and texts with commas', () => {
    const { sweep } = readCompare(
      [
        '--sweep',
        'threshold=0.5..0.9/3',
        '--sweep',
        'limit.time=10m,none',
        '--sweep',
        'prompt.critique="Be strict, be brief.",@/dev/null',
        'Do.',
      ],
      '/',
    )
    expect(sweep?.axes).toMatchObject([
      { kind: 'range', range: { from: 0.5, to: 0.9, count: 3 } },
      { settings: [{ limit: 'wallMs', most: 600_000 }, { most: null }] },
      { settings: [{ name: 'prompt.critique', value: 'Be strict, be brief.' }, { value: '' }] },
    ])
  })

  it('reads lanes from a file, with what is wrong in which row', async () => {
    const file = join(await temporaryFolder(), 'lanes.json')
    await writeFile(
      file,
      '[{"strategy":"chat"},{"strategy":"retry(chat)","maxRetries":3,"model":"m","temperature":0.2}]',
    )
    expect(readCompare(['--lanes', file, 'Do.'], '/').lanes).toMatchObject([
      { label: 'A', options: [] },
      { label: 'B', options: [['maxRetries', 3]], model: 'm', temperature: 0.2 },
    ])
    await writeFile(file, '[{"strategy":"chat"},{"maxRetries":3}]')
    expect(() => readCompare(['--lanes', file, 'Do.'], '/')).toThrow(/lane 2: it has no strategy/)
  })

  it.each([
    [['--sweep', 'maxRetries'], /write NAME=VALUE/],
    [['--sweep', 'maxRetries=1,,2'], /a value is empty/],
    [['--sweep', 'effort=much'], /an effort is one of/],
    [['--sweep', 'effort=1..2'], /a range is of numbers/],
    [['--sweep', 'limit.patience=3'], /no limit named "patience"/],
    [['--lane', 'chat,limit.patience=3', '--lane', 'chat'], /--lane has no limit named "patience"/],
    [['--lane', 'chat,limit.time=10', '--lane', 'chat'], /time= takes a number above 0 with s, m or h, or none/],
    [['--lane', 'chat,limit.cost=', '--lane', 'chat'], /limit.cost is empty/],
    [['--lane', 'chat', '--sweep', 'strategy=chat,tool-loop'], /not both/],
    [['--lane', 'chat,model=m', '--sweep', 'model=a,b'], /Lane A has a model/],
    [['--lane', 'chat', '--lane', 'tool-loop', '--sweep-random', '4'], /--sweep-random requires --sweep/],
    [['--sweep', 'maxTurns=1..9', '--sweep-random', '1'], /--sweep-random must be a whole number from 2 to 200/],
    [['--resume', 'batch_1', '--sweep', 'maxTurns=1,2'], /takes no lanes/],
  ])('refuses %j', (args, why) => {
    expect(() => readCompare([...args, 'Do.'], '/')).toThrow(UsageError)
    expect(() => readCompare([...args, 'Do.'], '/')).toThrow(why)
  })
})

test('a dry run says what would be run and can be shown, and starts nothing', async () => {
  const home = await temporaryFolder()
  const { folder } = await temporaryProject()
  const sweep = ['--sweep', 'strategy=tool-loop,retry(tool-loop)', '--sweep', 'maxRetries=1,3,99']
  const dry = ['compare', '--project', folder, '--dry-run', 'Do it.', ...sweep]
  const { code, out, error } = await command(home, [...dry, '--repeat', '20'])
  expect(out).toContain('C  Retry › Tool loop · maxRetries 3\n')
  expect(out).toContain('60 trials: 3 lanes × 1 task × 20 repeats, 1 at a time, seed ')
  expect(out).toContain('20 pairs of trials: likely to show a difference in success of ')
  expect(out).toContain('Nothing was started.')
  expect(error).toBe('Left out: Retry › Tool loop · maxRetries 99. Option maxRetries of Retry must be at most 20.\n')
  expect(code).toBe(0)
  const raced = await command(home, [
    ...dry,
    '--repeat',
    '20',
    '--race',
    '--max-tokens',
    '1000000',
    '--fair',
    'tokens=5000',
  ])
  expect(raced.out).toContain('how many are saved can’t be said before.')
  expect(raced.out).toContain('All trials together may use 1.0 M tokens.')
  expect(raced.out).toContain('Same budget for every trial of every lane: at most 5.0 k tokens')
  expect((await command(home, ['list', '--project', folder])).out).toBe('')
  const drawn = await command(home, [...dry, '--sweep-random', '3', '--seed', '1', '--json'])
  expect(JSON.parse(drawn.out)).toMatchObject({ trials: 3, seed: 1, lanes: [{ label: 'A' }, {}, {}] })
})

test('a sweep over models and options runs as trials, a row a lane, named by what differs', async () => {
  const home = await temporaryFolder()
  const project = await temporaryProject({ 'a.txt': 'one\n' })
  const isFirst = (messages: readonly { readonly role: string }[]) => !messages.some(({ role }) => role === 'tool')
  const server = await hostModelServer(({ model, messages }) =>
    model === 'good' && isFirst(messages)
      ? { calls: [{ tool: 'write_file', arguments: { path: 'done.txt', content: 'yes\n' } }] }
      : { text: 'done' },
  )
  const models = ['--base-url', server.url, '--model', 'weak', '--sweep', 'model=weak,good']
  const { code, out } = await command(home, [
    ...['compare', ...models, '--sweep', 'maxTurns=5,6,7', '--project', project.folder, '--approve', 'everything'],
    ...['--check', `node -e "process.exit(require('fs').existsSync('done.txt') ? 0 : 1)"`, 'Make it.'],
  ])
  expect(code).toBe(0)
  expect(out).toMatch(/^A maxTurns 5 · weak at \S+ +0 of 1 /m)
  expect(out).toMatch(/^F maxTurns 7 · good at \S+ +1 of 1 /m)
})

test('a lane of its own limits is told from the same one without, in trials that race', async () => {
  const home = await temporaryFolder()
  const project = await temporaryProject({ 'a.txt': 'one\n' })
  const server = await hostModelServer(() => ({ calls: [{ tool: 'read_file', arguments: { path: 'a.txt' } }] }))
  const { code, out } = await command(home, [
    ...['compare', '--base-url', server.url, '--model', 'm', '--project', project.folder, '--approve', 'everything'],
    ...['--lane', 'tool-loop,maxTurns=3', '--lane', 'tool-loop,maxTurns=3,limit.calls=1', '--repeat', '2', '--race'],
    'Read it.',
  ])
  expect(code).toBe(0)
  expect(out).toContain('B (model calls up to 1): 0 of 2 succeed')
  expect(out).toMatch(/2 {2}Out of model calls +limit +B 2/)
})

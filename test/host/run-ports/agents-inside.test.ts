import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { ask } from '../../../src-main/host/api/host-client.ts'
import type { Host } from '../../../src-main/host/host.ts'
import type { JsonObject } from '../../../src-shared/base/json.ts'
import type { StrategyChoice } from '../../../src-shared/strategy/strategy-info.ts'
import type { AgentRules } from '../../kit/acp/ruled-agent.ts'
import { command, startCommand } from '../../kit/host/host-command.ts'
import { hostModelServer } from '../../kit/host/host-model-server.ts'
import {
  eventsOf,
  newTestConversation,
  ofType,
  openTestHost,
  runToEnd,
  temporaryFolder,
  testProfile,
} from '../../kit/host/host-open.ts'

/** Strategies whose work another agent does: real processes, copies, snapshots and checks. */

const program = resolve('test/kit/acp/fault-agent-process.ts')
const entryOf = (rules: AgentRules) => ({
  name: 'worker',
  command: process.execPath,
  args: [program, 'ruled', JSON.stringify(rules)],
  env: {},
  network: false,
  // The repository may lie among temporary files, which a copy hides.
  folders: [resolve('.')],
  icon: '',
  keys: {},
  servers: false,
})
const agent: StrategyChoice = { name: 'agent', options: { agent: 'worker' } }
const around = (name: string, options: JsonObject = {}): StrategyChoice => ({ name, options, inner: agent })

/** Exits with 0 if the file says `right`. */
const check = 'node check.mjs'
const checkScript =
  "import { existsSync, readFileSync } from 'node:fs'\n" +
  "process.exit(existsSync('a.txt') && readFileSync('a.txt', 'utf8') === 'right' ? 0 : 1)\n"

async function newFolder(): Promise<string> {
  const folder = await temporaryFolder()
  writeFileSync(join(folder, 'check.mjs'), checkScript)
  return folder
}

async function world(rules: AgentRules, model: Parameters<typeof hostModelServer>[0] = () => ({ text: 'Hm.' })) {
  const folder = await newFolder()
  const dataFolder = await temporaryFolder()
  const host = await openTestHost({ dataFolder })
  await ask(host, 'settings-write', { agents: [entryOf(rules)] })
  const { url } = await hostModelServer(model)
  const { message } = await newTestConversation(host, folder, testProfile(url))
  return { host, folder, dataFolder, message, read: (file: string) => readFileSync(join(folder, file), 'utf8') }
}

const promptsOf = (host: Host, runId: string) =>
  eventsOf(host, runId).flatMap((event) =>
    event.type === 'step-start' && event.step === 'prompt-agent' && !event.again ? [event.ask] : [],
  )
/** The session of each prompt, and whether it was continued. */
const sessionsOf = (host: Host, runId: string) => {
  const events = eventsOf(host, runId)
  return events.flatMap((event) => {
    if (event.type !== 'step-start' || event.step !== 'agent-update') return []
    const told = event.ask
    if (typeof told !== 'object' || told === null || !('kind' in told) || told['kind'] !== 'session') return []
    const end = events.find((each) => each.type === 'step-end' && each.path === event.path)
    return [`${told['how']} ${end?.type === 'step-end' && end.outcome.ok ? JSON.stringify(end.outcome.value) : ''}`]
  })
}
const noticesOf = (host: Host, runId: string) => eventsOf(host, runId).filter(ofType('notice'))

test('best-of-n has a process and a session for each candidate, applies the one that passes, and leaves the rest', async () => {
  const { host, message, read } = await world([
    { folder: '1-1', write: { 'a.txt': 'right' } },
    { write: { 'a.txt': 'wrong', 'b.txt': 'too' } },
  ])
  const run = await runToEnd(host, message('Do it.', { strategy: around('best-of-n', { candidates: 2, check }) }))
  expect(run).toMatchObject({ status: 'completed', changes: { files: 1 }, totals: { input: 2000, output: 40 } })
  expect(run.totals).toMatchObject({ unreported: { tokens: 0, cost: 2 }, modelCalls: 0 })
  expect(read('a.txt')).toBe('right')
  const sessions = sessionsOf(host, run.id)
  expect([sessions.length, new Set(sessions).size]).toEqual([2, 2])
  expect(sessions.every((each) => each.startsWith('new'))).toBe(true)
  const notes = eventsOf(host, run.id).flatMap((event) =>
    event.type === 'step-start' && event.step === 'note' ? [event.ask] : [],
  )
  expect(notes).toContainEqual(
    expect.objectContaining({ data: expect.objectContaining({ snapshot: expect.any(String), exitCode: 0 }) }),
  )
  // The candidates' sessions are tied to copies that are gone.
  const next = await runToEnd(host, message('And now?', { strategy: agent, parentId: run.turnId }))
  expect(sessionsOf(host, next.id)).toEqual([expect.stringMatching(/^new/)])
})

test('best-of-n applies no candidate of an agent if none passes and it is to refuse, also if auto chose it', async () => {
  const { host, folder, message } = await world([{ write: { 'a.txt': 'wrong' } }])
  const strategy = around('best-of-n', { candidates: 2, check, nonePasses: 'refuse' })
  await ask(host, 'settings-write', { routing: { rules: [], otherwise: strategy } })
  const run = await runToEnd(host, message('Do it.', { strategy: { auto: true } }))
  expect(run).toMatchObject({ status: 'failed', failure: { message: expect.stringContaining('None of 2 candidates') } })
  expect(existsSync(join(folder, 'a.txt'))).toBe(false)
})

test('tdd undoes what an agent changes outside of its phase, reports it, and tells the agent in its next prompt', async () => {
  const { host, message, read } = await world([
    { words: 'The tests must fail', write: { 'test/b.test.txt': 'fails' }, says: 'Now it fails.' },
    { words: 'Tests first', write: { 'a.txt': 'right', 'test/a.test.txt': 'a test' }, says: 'A test.' },
    { words: 'Find out why', write: { 'a.txt': 'right' }, says: 'It is right.' },
    { words: 'make the tests pass', write: { 'a.txt': 'nearly', 'test/a.test.txt': 'cheat' } },
  ])
  const run = await runToEnd(host, message('Do it.', { strategy: around('tdd', { check }) }))
  expect(run).toMatchObject({ status: 'completed', text: expect.stringContaining('`node check.mjs` exits with 0.') })
  expect([read('a.txt'), read('test/a.test.txt')]).toEqual(['right', 'a test'])
  expect(noticesOf(host, run.id).map(({ text }) => text)).toEqual([
    expect.stringMatching(/may not change here.*: a\.txt\.$/),
    expect.stringMatching(/may not change here.*: test\/a\.test\.txt\.$/),
  ])
  const prompts = promptsOf(host, run.id)
  expect(prompts).toMatchObject([
    {
      limits: { writable: expect.arrayContaining(['test/**']) },
      prompt: expect.stringMatching(/^Do it\..*Tests first/s),
    },
    {
      limits: { readOnly: expect.arrayContaining(['test/**']) },
      prompt: expect.stringContaining('- a.txt\nLeave them'),
    },
    { prompt: expect.stringMatching(/- test\/a\.test\.txt\nLeave them alone\..*Find out why/s) },
  ])
  const [first = '', ...later] = sessionsOf(host, run.id)
  expect(later.map((each) => each.replace('continued', 'new').replace(/,"before".*/, ''))).toEqual(
    Array(2).fill(first.replace(/,"before".*/, '')),
  )
})

const submitPlan = {
  tool: 'submit_plan',
  arguments: { steps: ['Look', 'Mend', 'Tell'].map((goal) => ({ goal, done: 'It is done' })) },
}
const submitEvaluation = { tool: 'submit_evaluation', arguments: { score: 0.9, reasoning: 'good' } }

test('plan-revise-execute has an agent carry out a model’s plan in one session, also when it is resumed', async () => {
  const { host, message, read } = await world(
    [
      { words: 'was interrupted', write: { 'a.txt': 'right' }, says: 'Mended.' },
      { words: 'step 2 of 3', stays: true },
      { words: 'step 3 of 3', says: 'All is done.' },
      { words: 'step 1 of 3', says: 'I looked.' },
    ],
    ({ tools = [] }) => ({
      calls: [tools.some(({ function: { name } }) => name === 'submit_plan') ? submitPlan : submitEvaluation],
    }),
  )
  const { id } = await ask(host, 'run-start', message('Do it.', { strategy: around('plan-revise-execute') }))
  const edits = () => eventsOf(host, id).filter((event) => event.type === 'tool-start' && event.call.tool === 'edit')
  await expect.poll(() => edits().length).toBe(2)
  await ask(host, 'run-stop', { runId: id })
  expect(await host.runs.untilEnded(id)).toMatchObject({ status: 'aborted' })
  const { id: resumed } = await ask(host, 'run-resume', { runId: id })
  const run = await host.runs.untilEnded(resumed)
  expect(run).toMatchObject({ status: 'completed', text: expect.stringContaining('All is done.') })
  expect(read('a.txt')).toBe('right')
  expect(promptsOf(host, resumed)).toMatchObject([
    { prompt: expect.stringMatching(/^Do it\..*The plan:.*1\. Look.*step 1 of 3/s) },
    { prompt: expect.stringMatching(/^Carry out step 2 of 3/) },
    { prompt: expect.stringMatching(/^Carry out step 3 of 3/) },
  ])
  const sessions = sessionsOf(host, resumed)
  expect(sessions.map((each) => each.split(' ')[0])).toEqual(['new', 'continued', 'continued', 'continued'])
  expect(new Set(sessions.map((each) => each.split(' ')[1])).size).toBe(1)
})

test('the strategy of the page has an agent work until the tests pass, and puts back what it may not change', async () => {
  const { host, dataFolder, message, read } = await world([
    { words: 'The tests fail', write: { 'a.txt': 'right' }, says: 'It is right.' },
    { words: 'Do it.', write: { 'a.txt': 'nearly', 'test/a.test.txt': 'cheat' } },
  ])
  const page = readFileSync('resources/write-a-strategy.md', 'utf8')
  const [, text = ''] = page.match(/```ts\n(import [^\n]*promptAgent.*?)```/s) ?? []
  mkdirSync(join(dataFolder, 'strategies'), { recursive: true })
  writeFileSync(join(dataFolder, 'strategies/agent-and-tests.ts'), text)
  const strategy = { name: 'agent-and-tests', options: { agent: 'worker', command: check } }
  const run = await runToEnd(host, message('Do it.', { strategy }))
  expect(run).toMatchObject({ status: 'completed', text: expect.stringContaining('It is right.') })
  expect(read('a.txt')).toBe('right')
  expect(noticesOf(host, run.id)).toMatchObject([{ text: expect.stringContaining('test/a.test.txt') }])
  expect(promptsOf(host, run.id)[1]).toMatchObject({ prompt: expect.stringContaining('leave them: test/a.test.txt') })
  expect(sessionsOf(host, run.id).map((each) => each.split(' ')[0])).toEqual(['new', 'continued'])
})

test('after kill -9 the candidates of an agent go on in their copies, within the limits, and a replay starts no agent', async () => {
  const home = await temporaryFolder()
  const folder = await newFolder()
  const settings = await openTestHost({ dataFolder: home })
  const rules = [
    { words: 'was interrupted', write: { 'test/a.test.txt': 'a test' } },
    { words: 'make the tests pass', folder: '1-0', write: { 'a.txt': 'right' } },
    { words: 'make the tests pass', write: { 'a.txt': 'wrong' } },
    { write: { 'a.txt': 'cheat', 'begun.txt': 'yes' }, stays: true },
  ]
  await ask(settings, 'settings-write', { agents: [entryOf(rules)] })
  await settings.close()
  const options = ['candidates=2', `check=${check}`, `tdd.check=${check}`, 'tdd.tries=1']
  const strategy = ['--strategy', 'best-of-n(tdd(agent:worker))', ...options.flatMap((each) => ['--set', each])]
  const run = startCommand(home, [
    'run',
    '--project',
    folder,
    ...strategy,
    '--approve',
    'everything',
    '--json',
    'Do it.',
  ])
  await expect.poll(() => run.out().split('"tool-start"').length, { timeout: 30_000 }).toBe(3)
  run.kill()
  await run.done
  const [id = '', status] = (await command(home, ['list'])).out.split('\t')
  expect(status).toBe('interrupted')
  expect(await command(home, ['resume', id])).toMatchObject({
    code: 0,
    out: expect.stringContaining('Candidate 1 of 2'),
  })
  expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('right')
  // Written before the kill, and not allowed then.
  expect(existsSync(join(folder, 'begun.txt'))).toBe(false)
  expect(existsSync(join(folder, 'test/a.test.txt'))).toBe(true)

  const gone = await openTestHost({ dataFolder: home })
  await ask(gone, 'settings-write', { agents: [] })
  await gone.close()
  expect((await command(home, ['replay', id, '--verify'])).out).toMatch(/^equal: /)
})

import { hash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { ask } from '../../../src-main/host/api/host-client.ts'
import type { Host } from '../../../src-main/host/host.ts'
import { command } from '../../kit/host/host-command.ts'
import {
  eventsOf,
  newTestConversation,
  ofType,
  openTestHost,
  runToEnd,
  temporaryFolder,
} from '../../kit/host/host-open.ts'
import { decideStrategies, strategyText } from '../../kit/project/strategy-files.ts'
import { temporaryProject } from '../../kit/project/temporary-project.ts'
import { bundleOf, importInto, linesOf, packed, secret } from './bundle-kit.ts'

const mine = { name: 'mine', options: {} }
const outer = `import { defineStrategy, delegate } from 'stratagem'
export default defineStrategy({ name: 'outer', title: 'Outer', build: () => function* (task) {
  return yield* delegate({ name: 'house', options: {} }, { ...task, depth: 1 })
} })`
/** Asks for one step, and tells of each word of the message by its name. */
const counting = (key: string) => `import { check, defineStrategy, outcomeOf } from 'stratagem'
const key = '${key}'
export default defineStrategy({ name: 'mine', title: 'Mine', build: () => function* (task) {
  yield* check('exit 0')
  const words = Object.fromEntries([key, ...task.goal.split(' ')].map((word, at) => [word, at]))
  return outcomeOf(task, { text: key, added: [], calls: [], meta: { words } })
} })`

async function ownRun(text: string, message = 'go') {
  const dataFolder = await temporaryFolder()
  const host = await openTestHost({ dataFolder })
  const file = join(dataFolder, 'strategies', 'mine.ts')
  await writeFile(file, text)
  const talk = await newTestConversation(host, (await temporaryProject({})).folder, null)
  const run = await runToEnd(host, talk.message(message, { strategy: mine }))
  expect(run.status).toBe('completed')
  return { host, dataFolder, file, run }
}

/** As a data folder from before was. */
function forgetSources(dataFolder: string): void {
  const database = new Sqlite(join(dataFolder, 'stratagem.db'))
  database.exec('DELETE FROM run_strategies')
  database.close()
}

async function projectRun(name: string) {
  const files = {
    '.stratagem/strategies/house.ts': strategyText('house', 'the house way'),
    '.stratagem/strategies/outer.ts': outer,
  }
  const host = await openTestHost()
  const talk = await newTestConversation(host, (await temporaryProject(files)).folder, null)
  await decideStrategies(host, talk.project.id)
  const run = await runToEnd(host, talk.message('go', { strategy: { name, options: {} } }))
  expect(run).toMatchObject({ status: 'completed', text: 'the house way' })
  return { host, run }
}

const bundleOfRun = async (host: Host, id: string) => (await bundleOf(host, { kind: 'run', id })).bytes

/** Into a project of another machine, or where it is only looked at. */
async function elsewhere(bytes: Buffer, into: 'project' | 'imported' = 'imported') {
  const dataFolder = await temporaryFolder()
  const host = await openTestHost({ dataFolder })
  const { folder } = await temporaryProject({})
  const project = into === 'project' ? await ask(host, 'project-open', { folder }) : null
  const report = await importInto(host, bytes, project?.id ?? null)
  const { turns } = await ask(host, 'conversation-open', { conversationId: report.conversationId })
  const runId = turns.at(-1)?.runs[0]?.id ?? ''
  const replay = () => ask(host, 'run-replay', { runId, verify: true })
  const start = eventsOf(host, runId).find(ofType('run-start'))
  const fork = async () => {
    const [step] = eventsOf(host, runId).filter(ofType('step-start'))
    const path = step?.path ?? ''
    const more = { strategy: null, roles: {}, approval: null, message: null, answer: null }
    const made = await ask(host, 'run-fork', { runId, path, ...more })
    return host.runs.untilEnded(made.id)
  }
  const trust = async () => {
    const parts = await ask(host, 'project-trust-read', { projectId: report.projectId })
    const found = parts.find(({ part }) => part === 'imported')
    if (found === undefined) throw new Error('a host knows of imported strategies')
    return found
  }
  const decide = async (decision: 'trust' | 'ask') => {
    const { part, hash } = await trust()
    await ask(host, 'project-trust', { projectId: report.projectId, part, hash, decision })
  }
  return { host, dataFolder, folder, report, turns, runId, start, replay, fork, trust, decide }
}

const equal = { divergence: null, damage: null, reached: 'outcome' }

describe('the strategies of runs that are taken along', () => {
  test("a project's own go with a run that used them, those that it delegates to as well, and it replays", async () => {
    const { host, run } = await projectRun('outer')
    const bytes = await bundleOfRun(host, run.id)
    const names = linesOf(bytes).flatMap((line) => (JSON.parse(line).t === 'strategy' ? [JSON.parse(line).name] : []))
    expect(names.sort()).toEqual(['house', 'outer'])
    const { replay, report, trust } = await elsewhere(bytes)
    expect(report.notes).toEqual([
      expect.stringMatching(/^The source of the strategy house is included/),
      expect.stringMatching(/^The source of the strategy outer is included/),
    ])
    expect(await replay()).toMatchObject(equal)
    // Nothing goes on where it is only looked at, so nothing is asked.
    expect((await trust()).state).toBe('none')
  })

  test("the user's own go as they were when the run was carried out, not as they are now", async () => {
    const { host, file, run } = await ownRun(strategyText('mine', 'one'))
    await writeFile(file, strategyText('mine', 'two'))
    const changed = await elsewhere(await bundleOfRun(host, run.id))
    expect(await changed.replay()).toMatchObject(equal)
    await rm(file)
    const { replay, start } = await elsewhere(await bundleOfRun(host, run.id))
    const report = await replay()
    expect(report).toMatchObject(equal)
    expect(report.versions.present).toBe(start?.strategyVersion)
  })

  test('of a run from before sources were kept it is said where its own is not to be had', async () => {
    const { host, dataFolder, file, run } = await ownRun(strategyText('mine', 'one'))
    forgetSources(dataFolder)
    const subject = { kind: 'run', id: run.id } as const
    expect((await bundleOf(host, subject)).notes).toEqual([])
    await writeFile(file, strategyText('mine', 'two'))
    await host.close()
    const later = await openTestHost({ dataFolder })
    const made = await bundleOf(later, subject)
    expect(made.notes).toEqual([
      expect.stringMatching(/^The source of the strategy mine, as a run used it, no longer exists/),
    ])
    await expect((await elsewhere(made.bytes)).replay()).rejects.toThrow(/is no longer available/)
  })

  test('what is there under the same name is another strategy, and is not what the run is replayed with', async () => {
    const { host, run } = await ownRun(strategyText('mine', 'one'))
    const there = await elsewhere(await bundleOfRun(host, run.id))
    await writeFile(join(there.dataFolder, 'strategies', 'mine.ts'), strategyText('mine', 'another'))
    expect(await there.replay()).toMatchObject(equal)
  })

  test('imported again from there, it goes on elsewhere', async () => {
    const { host, run } = await ownRun(strategyText('mine', 'one'))
    const there = await elsewhere(await bundleOfRun(host, run.id))
    const third = await elsewhere(await bundleOfRun(there.host, there.runId))
    expect(await third.replay()).toMatchObject(equal)
  })
})

describe('going on with a strategy that came along (T25)', () => {
  test('is refused until this very content was trusted, with its source to look at', async () => {
    const text = counting('one')
    const { host, run } = await ownRun(text)
    const there = await elsewhere(await bundleOfRun(host, run.id), 'project')
    await expect(there.fork()).rejects.toThrow(/came with the imported file, and you have not trusted it.*review/i)
    const listed = async () =>
      (await ask(there.host, 'strategies-list', { projectId: there.report.projectId })).map(({ name }) => name)
    expect(await listed()).not.toContain('mine')
    expect(await there.trust()).toMatchObject({ state: 'undecided', files: [{ text }] })

    await there.decide('trust')
    expect(await there.fork()).toMatchObject({ status: 'completed', text: 'one' })
    expect(await listed()).toContain('mine')
    const message = {
      parentId: there.turns[0]?.id ?? null,
      message: 'And now?',
      strategy: mine,
      roles: {},
      mode: 'act',
    }
    const { conversationId } = there.report
    const next = await ask(there.host, 'run-start', { ...message, mode: 'act', approval: 'ask', conversationId })
    expect(await there.host.runs.untilEnded(next.id)).toMatchObject({ status: 'completed', text: 'one' })

    await there.decide('ask')
    await expect(there.fork()).rejects.toThrow(/have not trusted it/)
    expect(await there.replay()).toMatchObject(equal)
  })

  test('another content is asked about anew, and one of the same name here is not taken for it', async () => {
    const one = await ownRun(counting('one'))
    const two = await ownRun(counting('two'))
    const there = await elsewhere(await bundleOfRun(one.host, one.run.id), 'project')
    await there.decide('trust')
    await importInto(there.host, await bundleOfRun(two.host, two.run.id), there.report.projectId)
    expect(await there.trust()).toMatchObject({ state: 'undecided' })
    await expect(there.fork()).rejects.toThrow(/have not trusted it/)
    await writeFile(join(there.dataFolder, 'strategies', 'mine.ts'), counting('here'))
    await expect(there.fork()).rejects.toThrow(/have not trusted it/)
    await there.decide('trust')
    expect(await there.fork()).toMatchObject({ text: 'one' })
  })

  test('the command line shows the source and decides the same', async () => {
    const { host, run } = await ownRun(counting('one'))
    const there = await elsewhere(await bundleOfRun(host, run.id), 'project')
    await there.host.close()
    const trusting = await command(there.dataFolder, ['trust', '--project', there.folder, '--yes'])
    expect(trusting).toMatchObject({
      code: 0,
      out: expect.stringMatching(/imported: not trusted yet[\s\S]*const key = 'one'/),
    })
  })

  test('importing runs nothing and writes no file of it, and a source that is broken harms nothing else', async () => {
    const { host, run } = await ownRun(strategyText('mine', 'one'))
    const lines = linesOf(await bundleOfRun(host, run.id)).map((line) =>
      JSON.parse(line).t === 'strategy' ? JSON.stringify({ ...JSON.parse(line), text: 'for (;;);' }) : line,
    )
    await expect(elsewhere(packed(lines))).rejects.toThrow(/a strategy is missing/)
    const loose = lines.map((line) =>
      JSON.parse(line).t === 'run'
        ? JSON.stringify({ ...JSON.parse(line), strategies: [hash('sha256', 'for (;;);')] })
        : line,
    )
    const there = await elsewhere(packed(loose), 'project')
    expect(readdirSync(there.dataFolder).filter((name) => /import/i.test(name))).toEqual([])
    await expect(there.replay()).rejects.toThrow(/strategy of this run is no longer available/)
    await there.decide('trust')
    expect((await ask(there.host, 'strategies-list', { projectId: there.report.projectId })).length).toBeGreaterThan(5)
  })
})

test('secrets in a source and in names of fields are taken out, none of them is lost, and the run replays (T30)', async () => {
  const other = secret.replace('a1B2', 'z9Y8')
  const { host, run } = await ownRun(counting(secret), `${other} one two`)
  const made = await bundleOf(host, { kind: 'run', id: run.id })
  expect(linesOf(made.bytes).join('\n')).not.toMatch(/c3D4e5F6/)
  expect(made.redacted).toEqual([
    { kind: 'OpenAI key', count: expect.any(Number), places: expect.arrayContaining(['the strategy mine']) },
  ])
  const there = await elsewhere(made.bytes)
  const report = await there.replay()
  expect(report).toMatchObject(equal)
  expect(report.versions.present).toBe(report.versions.logged)
  const end = eventsOf(there.host, there.runId).find(ofType('run-end'))
  expect(Object.values(Object(end?.meta['words']))).toEqual([0, 1, 2, 3])
})

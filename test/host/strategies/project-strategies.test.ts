import { mkdir, rm, symlink } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { ask } from '../../../src-main/host/api/host-client.ts'
import type { Host } from '../../../src-main/host/host.ts'
import { command } from '../../kit/host/host-command.ts'
import {
  collectChanges,
  eventsOf,
  newTestConversation,
  ofType,
  openTestHost,
  runToEnd,
  temporaryFolder,
  untilEvent,
} from '../../kit/host/host-open.ts'
import { decideStrategies, strategyText, strategyTrust } from '../../kit/project/strategy-files.ts'
import { temporaryProject } from '../../kit/project/temporary-project.ts'

const file = (name: string) => `.stratagem/strategies/${name}`
const house = { name: 'house', options: {} }
const mine = { [file('house.ts')]: strategyText('house', 'the house way') }

async function opened(files: { readonly [path: string]: string }, dataFolder?: string) {
  const project = await temporaryProject(files)
  const home = dataFolder ?? (await temporaryFolder())
  const host = await openTestHost({ dataFolder: home })
  const talk = await newTestConversation(host, project.folder, null)
  const projectId = talk.project.id
  const run = (name: string, message = 'go') =>
    runToEnd(host, talk.message(message, { strategy: { name, options: {} } }))
  return { project, home, host, talk, projectId, run }
}
const infos = (host: Host, projectId: string | null) => ask(host, 'strategies-list', { projectId })
const brought = async (host: Host, projectId: string) =>
  (await infos(host, projectId)).filter((each) => each.source?.kind === 'project')

describe("a project's strategies (T25)", () => {
  test('nothing is made of them before they are trusted: not listed, not compiled, and a run says how to trust them', async () => {
    const { host, projectId, run } = await opened({ ...mine, [file('loop.ts')]: 'for (;;);' })
    const changes = collectChanges(host)
    expect(await brought(host, projectId)).toEqual([])
    expect(await strategyTrust(host, projectId)).toMatchObject({
      state: 'undecided',
      files: [{ file: file('house.ts') }, { file: file('loop.ts'), text: 'for (;;);' }],
    })
    await expect(run('house')).rejects.toThrow(/no strategy called "house".*not trusted yet/)
    expect(await ask(host, 'strategy-check', { strategy: house, projectId })).toMatchObject({
      field: 'strategy.name',
      why: expect.stringMatching(/agent trust/),
    })
    expect(changes.filter((each) => each.kind === 'notice')).toEqual([])
    await expect(ask(host, 'strategy-new', { name: 'other', projectId })).rejects.toThrow('not trusted')
  })

  test('once trusted they run, are delegated to, and stand in presets; in other projects they are not there', async () => {
    const outer = `import { defineStrategy, delegate } from 'stratagem'
export default defineStrategy({ name: 'outer', title: 'Outer', build: () => function* (task) {
  return yield* delegate({ name: 'house', options: {} }, { ...task, depth: 1 })
} })`
    const preset = JSON.stringify({ name: 'House preset', strategy: house })
    const { host, projectId, run } = await opened({
      ...mine,
      [file('outer.ts')]: outer,
      '.stratagem/presets/one.json': preset,
    })
    await decideStrategies(host, projectId)
    expect(await brought(host, projectId)).toMatchObject([
      { name: 'house', source: { kind: 'project', file: file('house.ts') } },
      { name: 'outer' },
    ])
    expect(await run('house')).toMatchObject({ status: 'completed', text: 'the house way' })
    expect(await run('outer')).toMatchObject({ status: 'completed', text: 'the house way' })
    const parts = await ask(host, 'project-trust-read', { projectId })
    const presets = parts.find((each) => each.part === 'presets')
    expect(presets?.state).toBe('undecided')
    await ask(host, 'project-trust', { projectId, part: 'presets', hash: presets?.hash ?? '', decision: 'trust' })
    expect(await ask(host, 'presets-list', { projectId })).toMatchObject([{ name: 'House preset', problem: null }])
    const other = await newTestConversation(host, (await temporaryProject({})).folder, null)
    await expect(runToEnd(host, other.message('go', { strategy: house }))).rejects.toThrow('no strategy called "house"')
    expect((await infos(host, null)).some((each) => each.name === 'house')).toBe(false)
  })

  test('a file that is changed, added or removed after that is asked about again; the trust outlives a restart', async () => {
    const { host, home, project, projectId, run } = await opened(mine)
    await decideStrategies(host, projectId)
    expect((await run('house')).text).toBe('the house way')
    await project.write(file('house.ts'), strategyText('house', 'another way'))
    expect((await strategyTrust(host, projectId)).state).toBe('undecided')
    await expect(run('house')).rejects.toThrow('not trusted yet')
    await project.write(file('house.ts'), mine[file('house.ts')] ?? '')
    expect((await run('house')).status).toBe('completed')
    await project.write(file('planted.ts'), strategyText('planted', 'hello'))
    await expect(run('house')).rejects.toThrow('not trusted yet')
    await rm(project.at(file('planted.ts')))
    await host.close()
    const again = await openTestHost({ dataFolder: home })
    expect((await strategyTrust(again, projectId)).state).toBe('trusted')
    await decideStrategies(again, projectId, 'refuse')
    expect(await brought(again, projectId)).toEqual([])
  })

  test('a decision is about the files that were looked at, for one project', async () => {
    const { host, project, projectId } = await opened(mine)
    const { hash } = await strategyTrust(host, projectId)
    await project.write(file('house.ts'), strategyText('house', 'swapped'))
    const decide = ask(host, 'project-trust', { projectId, part: 'strategies', hash, decision: 'trust' })
    await expect(decide).rejects.toThrow('have changed since they were shown')
    await decideStrategies(host, projectId)
    const twin = await newTestConversation(host, (await temporaryProject({ ...mine })).folder, null)
    expect((await strategyTrust(host, twin.project.id)).state).toBe('undecided')
  })

  test('of planted things only plain files in the folder itself count, and links are named, not followed', async () => {
    const secret = await temporaryProject({ 'secret.ts': strategyText('secret', 'Secret') })
    const { host, project, projectId } = await opened({
      [file('deep/inner.ts')]: strategyText('inner', 'x'),
      [file('types.d.ts')]: 'declare const x: number',
      [file('notes.md')]: 'no strategy',
      [file('huge.ts')]: `// ${'x'.repeat(5_000_000)}`,
      [file('upper.TS')]: strategyText('upper', 'x'),
    })
    await symlink(secret.at('secret.ts'), project.at(file('link.ts')))
    await mkdir(project.at(file('folder.ts')))
    const { files } = await strategyTrust(host, projectId)
    expect(files.map((each) => each.file).sort()).toEqual(['folder.ts', 'huge.ts', 'link.ts', 'upper.TS'].map(file))
    expect(JSON.stringify(files)).not.toContain('Secret')
    await decideStrategies(host, projectId)
    const list = await brought(host, projectId)
    const problems = Object.fromEntries(list.map((each) => [each.source?.file, each.problem?.message]))
    expect(problems[file('link.ts')]).toMatch(/links are not followed/)
    expect(problems[file('folder.ts')]).toMatch(/not a regular file/)
    expect(problems[file('huge.ts')]).toMatch(/too large/)
    expect(problems[file('upper.TS')]).toBeUndefined()
  })

  test('a folder of strategies that is a link out of the project brings nothing', async () => {
    const outside = await temporaryProject({ 'strategies/house.ts': strategyText('house', 'x') })
    const { host, project, projectId } = await opened({})
    await symlink(outside.folder, project.at('.stratagem'))
    expect(await strategyTrust(host, projectId)).toMatchObject({ state: 'none', files: [] })
    await expect(ask(host, 'strategy-new', { name: 'mine', projectId })).rejects.toThrow(/could not be written/)
  })

  test('a hostile one that was trusted harms no other: it is broken in the list, and its runs end', async () => {
    const reaches = `import { defineStrategy } from 'stratagem'
export default defineStrategy({ name: 'reaches', title: 'Reaches', build: () => function* () { process.exit(1) } })`
    const { host, projectId, run } = await opened({
      ...mine,
      [file('loop.ts')]: 'for (;;);',
      [file('packs.ts')]: "import fs from 'node:fs'\nexport default {}",
      [file('reaches.ts')]: reaches,
    })
    await decideStrategies(host, projectId)
    const changes = collectChanges(host)
    const list = await brought(host, projectId)
    const problem = (name: string) => list.find((each) => each.name === name)?.problem?.message
    expect(problem('loop')).toMatch(/loop\.ts.*computed for more than/)
    expect(problem('packs')).toMatch(/packs\.ts, line 1 .*'stratagem' only/)
    const notices = changes.flatMap((each) => (each.kind === 'notice' ? [each.text] : []))
    expect(notices).toHaveLength(2)
    await expect(run('loop')).rejects.toThrow(/computed for more than/)
    expect(await run('reaches')).toMatchObject({
      status: 'failed',
      failure: {
        kind: 'strategy-broke',
        message: expect.stringMatching(/\.stratagem\/strategies\/reaches\.ts, line 2 .*process/),
      },
    })
    expect((await run('house')).status).toBe('completed')
  })

  test("names that are taken are said to be: by the app, by the user's own, by another of the project", async () => {
    const { host, projectId, run } = await opened({
      [file('a.ts')]: strategyText('mine', 'of the project'),
      [file('b.ts')]: strategyText('chat', 'x'),
      [file('c.ts')]: strategyText('twice', 'first'),
      [file('d.ts')]: strategyText('twice', 'second'),
    })
    const { file: own } = await ask(host, 'strategy-new', { name: 'mine', projectId: null })
    await decideStrategies(host, projectId)
    const list = await brought(host, projectId)
    const problem = (name: string) => list.find((each) => each.source?.file === file(name))?.problem?.message
    expect(problem('a.ts')).toMatch(/you already have one named mine, in mine\.ts/)
    expect(problem('b.ts')).toMatch(/there is a built-in strategy named chat/)
    expect(problem('c.ts')).toBeUndefined()
    expect(problem('d.ts')).toMatch(/this project has another one named twice, in \.stratagem\/strategies\/c\.ts/)
    await rm(own)
    expect((await run('mine')).text).toBe('of the project')
  })

  test('a new one is written into the project, trusted as the project was, and noticed without anybody asking', async () => {
    const { host, project, projectId, run } = await opened({})
    const made = await ask(host, 'strategy-new', { name: 'ours', projectId })
    expect(made).toEqual({ file: project.at(file('ours.ts')), source: { kind: 'project', file: file('ours.ts') } })
    expect(await project.read(file('stratagem.d.ts'))).toContain("declare module 'stratagem'")
    expect((await strategyTrust(host, projectId)).state).toBe('trusted')
    expect((await run('ours', 'Hello')).status).toBe('completed')
    await expect(ask(host, 'strategy-new', { name: 'ours', projectId })).rejects.toThrow(/already/)
    const reported = new Promise<void>((resolve) => {
      host.follow({ kind: 'host' }, (heard) => {
        if (heard.topic === 'host' && heard.changes.some((each) => each.kind === 'strategies')) resolve()
      })
    })
    await project.write(file('ours.ts'), strategyText('ours', 'changed'))
    await reported
    expect((await strategyTrust(host, projectId)).state).toBe('undecided')
  })

  test('a folder that comes later is noticed too', async () => {
    const { host, project, projectId } = await opened({})
    await infos(host, projectId)
    const reported = new Promise<void>((resolve) => {
      host.follow({ kind: 'host' }, (heard) => {
        if (heard.topic === 'host' && heard.changes.some((each) => each.kind === 'strategies')) resolve()
      })
    })
    await project.write(file('house.ts'), strategyText('house', 'x'))
    await reported
    expect((await strategyTrust(host, projectId)).state).toBe('undecided')
  })
})

describe('a run of a strategy that is not there any more', () => {
  async function interrupted() {
    const world = await opened(mine)
    await decideStrategies(world.host, world.projectId)
    const ended = await world.run('house')
    const run = await ask(world.host, 'run-start', world.talk.message('wait', { strategy: house }))
    await untilEvent(world.host, run.id, ofType('step-start'))
    const steps = eventsOf(world.host, run.id).flatMap((event) => (event.type === 'step-start' ? [event.path] : []))
    await world.host.close()
    return { ...world, ended, run, path: steps[0] ?? '' }
  }

  test('says so when it is resumed, replayed or forked, and goes on once the file is back', async () => {
    const { project, home, ended, run } = await interrupted()
    await rm(project.at(file('house.ts')))
    const host = await openTestHost({ dataFolder: home })
    const gone = /is no longer available.*no strategy called "house"/
    await expect(ask(host, 'run-resume', { runId: run.id })).rejects.toThrow(gone)
    await expect(ask(host, 'run-replay', { runId: ended.id, verify: false })).rejects.toThrow(gone)
    expect(host.runs.get(run.id)?.status).toBe('interrupted')
    await project.write(file('house.ts'), mine[file('house.ts')] ?? '')
    await ask(host, 'run-resume', { runId: run.id })
    const resumed = await untilEvent(host, run.id, ofType('run-resume'))
    expect(resumed.type).toBe('run-resume')
    expect(await ask(host, 'run-replay', { runId: ended.id, verify: true })).toMatchObject({
      divergence: null,
      damage: null,
    })
  })

  test('is not resumed by files that changed after the trust, and says that they are not trusted', async () => {
    const { project, home, projectId, run } = await interrupted()
    await project.write(file('house.ts'), strategyText('house', 'swapped '))
    const host = await openTestHost({ dataFolder: home })
    await expect(ask(host, 'run-resume', { runId: run.id })).rejects.toThrow(/not trusted yet/)
    await decideStrategies(host, projectId)
    await ask(host, 'run-resume', { runId: run.id })
    expect(await host.runs.untilEnded(run.id)).toMatchObject({ failure: { kind: 'strategy-changed' } })
  })
})

test('the command line lists what a project brings, decides, writes a new one and runs it', async () => {
  const home = await temporaryFolder()
  const project = await temporaryProject(mine)
  const at = ['--project', project.folder]
  const refused = await command(home, ['run', ...at, '--strategy', 'house', 'Go'])
  expect(refused).toMatchObject({ code: 2, error: expect.stringContaining('agent trust --project DIR') })
  const listed = await command(home, ['trust', ...at])
  expect(listed).toMatchObject({ code: 1, error: expect.stringContaining('--yes or --no') })
  expect(listed.out).toContain('strategies: not trusted yet\n  .stratagem/strategies/house.ts, 5 lines\n')
  expect(await command(home, ['trust', ...at, '--yes'])).toMatchObject({ code: 0 })
  expect((await command(home, ['trust', ...at])).out).toContain('strategies: trusted')
  expect((await command(home, ['run', ...at, '--strategy', 'house', 'Go'])).out).toBe('the house way\n')
  const made = await command(home, ['new-strategy', 'ours', ...at])
  expect(made.out).toBe(`${project.at(file('ours.ts'))}\n`)
  expect((await command(home, ['run', ...at, '--strategy', 'ours', 'Hello'])).code).toBe(0)
  expect((await command(home, ['trust', ...at, '--no'])).out).toContain('not used')
  expect(await command(home, ['trust', ...at, '--yes', '--no'])).toMatchObject({ code: 2 })
  expect((await command(home, ['run', ...at, '--strategy', 'house', 'Go'])).code).toBe(2)
  const nothing = await temporaryProject({})
  expect((await command(home, ['trust', '--project', nothing.folder])).out).toContain('contains no presets')
}, 120_000)

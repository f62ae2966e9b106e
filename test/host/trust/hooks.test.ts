import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { ask } from '../../../src-main/host/api/host-client.ts'
import { type Hook, hook, hookAsk, hookResult } from '../../../src-shared/hooks/hook.ts'
import { hostModelServer, type ScriptedAnswer } from '../../kit/host/host-model-server.ts'
import {
  eventsOf,
  newTestConversation,
  openTestHost,
  runToEnd,
  temporaryFolder,
  testProfile,
} from '../../kit/host/host-open.ts'
import { temporaryProject } from '../../kit/project/temporary-project.ts'

const made = (about: Partial<Hook>): Hook => hook.parse({ event: 'before-tool', command: 'true', ...about })
const write = (path: string, content: string) => ({ tool: 'write_file', arguments: { path, content } })

/** What the hooks of a run did, in the log's order: event, path of the step, decision, output. */
const hooksIn = (events: ReturnType<typeof eventsOf>) =>
  events.flatMap((event) => {
    if (event.type !== 'step-end' || event.step !== 'hook' || !event.outcome.ok) return []
    const start = events.find((each) => each.type === 'step-start' && each.path === event.path)
    const about = hookAsk.parse(start?.type === 'step-start' ? start.ask : null)
    const { decision, output } = hookResult.parse(event.outcome.value)
    return [[about.event, event.path, decision, output]]
  })

test('hooks refuse, answer an edit and send a run back; the log has them, and a replay runs none', async () => {
  const script: ScriptedAnswer[] = [
    { calls: [write('no.txt', 'x'), write('a.txt', 'one')] },
    { text: 'Done.' },
    { calls: [write('a.txt', 'two')] },
    { text: 'Now it is.' },
  ]
  const server = await hostModelServer((_, turn) => script[turn] ?? { text: 'More?' })
  const project = await temporaryProject({ 'b.txt': 'b' })
  const host = await openTestHost()
  const { message } = await newTestConversation(host, project.folder, testProfile(server.url))
  const hooks = [
    made({ pattern: 'no.txt', command: 'echo Never that one; exit 2' }),
    made({ event: 'after-edit', command: 'echo formatted; echo x >> runs.log' }),
    made({ event: 'run-end', command: 'grep -q two a.txt || { echo a.txt must be two; exit 2; }' }),
    made({ event: 'run-end', command: 'touch never' }),
  ]
  for (const [at, each] of hooks.entries())
    await ask(host, 'hook-save', { hook: { id: '', enabled: at < 3, hook: each } })

  const run = await runToEnd(host, message('Write it.'))
  expect(run).toMatchObject({ status: 'completed', text: 'Now it is.' })
  const events = eventsOf(host, run.id)
  const did = hooksIn(events).map(([event, , decision, output]) => [event, decision, output])
  expect(did).toEqual([
    ['before-tool', 'refuse', 'Never that one'],
    ['after-edit', 'continue', 'formatted'],
    ['run-end', 'refuse', 'a.txt must be two'],
    ['after-edit', 'continue', 'formatted'],
    ['run-end', 'continue', ''],
  ])
  const sent = JSON.stringify(server.requests.at(-1)?.messages)
  for (const said of ['Never that one', 'formatted', 'a.txt must be two']) expect(sent).toContain(said)
  await expect(project.read('no.txt')).rejects.toThrow()
  const before = await project.read('runs.log')
  expect(await ask(host, 'run-replay', { runId: run.id, verify: true })).toMatchObject({
    divergence: null,
    damage: null,
  })
  expect(await project.read('runs.log')).toBe(before)
})

test("a project's hooks run only as they were trusted, with their scripts, and can be switched off one by one", async () => {
  const server = await hostModelServer((_, turn) =>
    turn % 2 === 0 ? { calls: [write(`f${turn}.txt`, 'x')] } : { text: 'Done.' },
  )
  const both = { hooks: ['one', 'two'].map((name) => ({ event: 'run-end', command: `echo ${name} >> ran.txt` })) }
  const project = await temporaryProject({
    '.stratagem/hooks.json': JSON.stringify(both),
    '.stratagem/hooks/beside.sh': 'true',
  })
  const dataFolder = await temporaryFolder()
  const host = await openTestHost({ dataFolder })
  const {
    message,
    project: { id: projectId },
  } = await newTestConversation(host, project.folder, testProfile(server.url))
  const trusted = async () =>
    (await ask(host, 'project-trust-read', { projectId })).find(({ part }) => part === 'hooks')
  const ran = async () => {
    await runToEnd(host, message('Go.'))
    return await project.read('ran.txt').catch(() => '')
  }
  expect(await ran()).toBe('')
  const trust = await trusted()
  expect(trust).toMatchObject({ state: 'undecided' })
  expect(trust?.files.map(({ file }) => file)).toEqual(['.stratagem/hooks.json', '.stratagem/hooks/beside.sh'])
  await ask(host, 'project-trust', { projectId, part: 'hooks', hash: trust?.hash ?? '', decision: 'trust' })
  expect(await ran()).toBe('one\ntwo\n')

  const { hooks } = await ask(host, 'hooks-list', { projectId })
  await ask(host, 'hook-switch', { projectId, id: hooks[0]?.id ?? '', enabled: false })
  expect(await ran()).toBe('one\ntwo\ntwo\n')
  const script = join(project.folder, '.stratagem/hooks/beside.sh')
  await mkdir(dirname(script), { recursive: true })
  await writeFile(script, 'false')
  expect(await trusted()).toMatchObject({ state: 'undecided' })
  expect(await ran()).toBe('one\ntwo\ntwo\n')
  await host.close()

  const none = await openTestHost({ dataFolder, hooks: 'none' })
  await ask(none, 'project-trust', {
    projectId,
    part: 'hooks',
    hash: (await trustOf(none, projectId)) ?? '',
    decision: 'trust',
  })
  expect((await runToEnd(none, message('Go.'))).status).toBe('completed')
  expect(await project.read('ran.txt')).toBe('one\ntwo\ntwo\n')
})

const trustOf = async (host: Parameters<typeof ask>[0], projectId: string) =>
  (await ask(host, 'project-trust-read', { projectId })).find(({ part }) => part === 'hooks')?.hash

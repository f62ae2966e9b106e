import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ask } from '../../../src-main/host/api/host-client.ts'
import { openHistories } from '../../../src-main/host/opening/histories.ts'
import { branchHistory } from '../../../src-main/host/runs/branch-history.ts'
import { openStore } from '../../../src-main/store/open-store.ts'
import type { Run } from '../../../src-shared/run/conversation.ts'
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
import { temporaryProject } from '../../kit/project/temporary-project.ts'

const chat = { strategy: { name: 'chat', options: {} } } as const

/** A conversation of so many turns, each of one line. */
async function talkOf(turns: number) {
  const project = await temporaryProject({})
  const server = await hostModelServer((_, at) => ({ text: `Answer ${at}.` }))
  const dataFolder = await temporaryFolder()
  const host = await openTestHost({ dataFolder })
  const { conversation, message } = await newTestConversation(host, project.folder, testProfile(server.url))
  const say = (parentId: string | null, at: number, on = host) =>
    runToEnd(on, message(`Question ${at}.`, { ...chat, parentId }))
  const runs: Run[] = []
  for (let at = 0; at < turns; at++) runs.push(await say(runs.at(-1)?.turnId ?? null, at))
  return { server, dataFolder, host, conversation, runs, say }
}

test('what a turn writes does not grow with the turns before, and each request is rebuilt byte for byte', async () => {
  const { server, host, runs } = await talkOf(40)
  const sizes = runs.map(({ id }) => JSON.stringify(eventsOf(host, id)).length)
  // The figures in it get a digit longer here and there.
  expect((sizes[39] ?? 0) - (sizes[4] ?? 0)).toBeLessThan(100)
  for (const [at, { id }] of runs.entries()) {
    const call = eventsOf(host, id).find(ofType('model-start'))
    const { sent, messages } = await ask(host, 'run-exchange', { runId: id, path: call?.path ?? '' })
    expect(sent).toBe(server.sent[at])
    expect(messages).toHaveLength(2 * at + 2)
  }
  for (const at of [0, 1, 39])
    expect(await ask(host, 'run-replay', { runId: runs[at]?.id ?? '', verify: true })).toMatchObject({
      divergence: null,
      damage: null,
    })
})

test('another process, and a branch from further up, go on with just what was said on the way there', async () => {
  const { server, dataFolder, host, runs, say } = await talkOf(36)
  await host.close()
  const again = await openTestHost({ dataFolder })
  await say(runs[20]?.turnId ?? null, 100, again)
  const branch = server.requests.at(-1)?.messages.map(({ content }) => content) ?? []
  expect(branch.slice(1)).toEqual([
    ...Array.from({ length: 21 }, (_, at) => [`Question ${at}.`, `Answer ${at}.`]).flat(),
    'Question 100.',
  ])
  await say(runs[35]?.turnId ?? null, 200, again)
  expect(server.requests.at(-1)?.messages).toHaveLength(1 + 36 * 2 + 1)
  expect(server.requests.at(-1)?.messages.at(-2)?.content).toBe('Answer 35.')
})

test('a branch from an edited answer goes on with that answer, and the one beside it with its own', async () => {
  const { server, host, runs, say } = await talkOf(3)
  const [first, , last] = runs
  const second = await say(last?.turnId ?? null, 3)
  const events = eventsOf(host, first?.id ?? '')
  const call = events.find(ofType('model-start'))?.path ?? ''
  const edited = { answer: { text: 'Another answer.', calls: [] }, strategy: null, approval: null, message: null }
  const fork = await ask(host, 'run-fork', { runId: first?.id ?? '', path: call, roles: {}, ...edited })
  await host.runs.untilEnded(fork.id)
  await say(fork.turnId, 4)
  expect(
    server.requests
      .at(-1)
      ?.messages.map(({ content }) => content)
      .slice(1),
  ).toEqual(['Question 0.', 'Another answer.', 'Question 4.'])
  await say(second.turnId, 5)
  expect(server.requests.at(-1)?.messages).toHaveLength(1 + 4 * 2 + 1)
})

test('of the earlier messages only those are read that the last turn added', async () => {
  const { dataFolder, host, runs } = await talkOf(20)
  const lists = runs.map(({ id }) => eventsOf(host, id).find(ofType('run-start'))?.history ?? [])
  await host.close()
  const store = openStore(join(dataFolder, 'stratagem.db'))
  let read = 0
  const get = (ref: string) => {
    read += 1
    return store.bodies.get(ref)
  }
  const histories = openHistories({ bodies: { ...store.bodies, get } })
  histories.read(lists[10] ?? [])
  expect(read).toBeLessThanOrEqual(30)
  const costs = lists.slice(11).map((list) => {
    read = 0
    expect(histories.read(list).messages).toHaveLength(list.length)
    return read
  })
  // A link and two messages.
  expect(costs).toEqual(costs.map(() => 3))
  store.close()
})

const long = 'many words of an answer '.repeat(40)
test('a summary is made once, and used by every turn and branch that follows, in another process and in a replay too', async () => {
  const project = await temporaryProject({})
  const isSummary = (text: unknown) => String(text).startsWith('You summarise')
  const server = await hostModelServer(({ messages }) => ({
    text: isSummary(messages[0]?.content) ? 'They spoke of the shop.' : long,
  }))
  const dataFolder = await temporaryFolder()
  const first = await openTestHost({ dataFolder })
  const { message } = await newTestConversation(first, project.folder, testProfile(server.url, { contextWindow: 6000 }))
  const summaries = () => server.requests.filter(({ messages }) => isSummary(messages[0]?.content)).length
  const say = (host: typeof first, parentId: string | null, at: number) =>
    runToEnd(host, message(`Question ${at}.`, { ...chat, parentId }))
  const runs: Run[] = []
  const made: number[] = []
  for (let at = 0; at < 24; at++) {
    runs.push(await say(first, runs.at(-1)?.turnId ?? null, at))
    made.push(summaries())
  }
  const turns = made.flatMap((count, at) => (count > (made[at - 1] ?? 0) ? [at] : []))
  expect(turns.length).toBeGreaterThan(0)
  // Each serves several turns.
  for (const [at, turn] of turns.entries()) if (at > 0) expect(turn - (turns[at - 1] ?? 0)).toBeGreaterThan(2)
  const bodies = runs.flatMap(({ id }) => eventsOf(first, id).find(ofType('run-end'))?.summary?.text ?? [])
  expect(bodies.length).toBeGreaterThan(turns.length)

  await first.close()
  const second = await openTestHost({ dataFolder })
  const before = summaries()
  const since = turns.at(-1) ?? 0
  const branch = await say(second, runs[since]?.turnId ?? null, 100)
  expect(summaries()).toBe(before)
  expect(JSON.stringify(server.requests.at(-1)?.messages)).toContain('They spoke of the shop.')
  for (const { id } of [...runs.slice(since - 1), branch])
    expect(await ask(second, 'run-replay', { runId: id, verify: true })).toMatchObject({
      divergence: null,
      damage: null,
    })
})

test('a turn reads the end of the run before it once, for its messages and its summary', async () => {
  const dataFolder = await temporaryFolder()
  const host = await openTestHost({ dataFolder })
  const server = await hostModelServer(() => ({ text: 'Done.' }))
  const { message } = await newTestConversation(host, (await temporaryProject({})).folder, testProfile(server.url))
  const run = await runToEnd(host, message('Hello'))
  await host.close()
  const store = openStore(join(dataFolder, 'stratagem.db'))
  const reads: string[] = []
  const events: typeof store.events = {
    ...store.events,
    read: (runId, ...where) => {
      reads.push(runId)
      return store.events.read(runId, ...where)
    },
  }
  const { list } = branchHistory({ ...store, events }, run.turnId)
  store.close()
  expect(list).toMatchObject({ length: 2 })
  expect(reads).toEqual([run.id])
})

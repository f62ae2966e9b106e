import { describe, expect, test, vi } from 'vitest'
import { ask } from '../../../src-main/host/api/host-client.ts'
import type { Sandbox } from '../../../src-main/sandbox/sandbox.ts'
import type { CommandNetwork } from '../../../src-shared/settings/settings.ts'
import { hostModelServer } from '../../kit/host/host-model-server.ts'
import { newTestConversation, openTestHost, runToEnd, temporaryFolder, testProfile } from '../../kit/host/host-open.ts'
import { knownSandboxes } from '../../kit/host/sandboxes.ts'
import { networkSink } from '../../kit/model-server/network-sink.ts'
import { temporaryProject } from '../../kit/project/temporary-project.ts'
import { checkOf, compareTalk, compareToEnd } from '../../kit/window/compare-lanes.ts'

// Every copy is made and removed: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 120_000 })

/** Whose model runs one command and is done, in copies of a project; whoever is asked says yes. */
async function world(sandbox: Sandbox | null, network: CommandNetwork) {
  if (sandbox === null) throw new Error('skipped where there is none')
  const sink = await networkSink()
  const files = await temporaryProject({ 'a.txt': 'one\n' })
  const server = await hostModelServer(({ messages }) =>
    messages.at(-1)?.role === 'tool'
      ? { text: 'done' }
      : { calls: [{ tool: 'shell', arguments: { command: sink.command } }] },
  )
  const host = await openTestHost({
    dataFolder: await temporaryFolder(),
    findSandbox: async () => ({ sandbox }),
    answerer: { approve: async () => ({ decision: 'allow', by: 'user', note: '' }), ask: async () => '' },
  })
  await ask(host, 'settings-write', { commands: { confined: true, network, keys: false } })
  return { sink, files, server, host }
}

describe.each(knownSandboxes)('the network of copies by $name', ({ sandbox }) => {
  const offline = test.skipIf(sandbox?.cutsNetwork !== true)

  offline.each([
    ['seen', 0],
    ['all', 2],
    ['none', 0],
  ] as const)(
    'with the setting "%s", unseen commands of two lanes reach %i servers (T18)',
    async (network, reached) => {
      const { host, files, server, sink } = await world(sandbox, network)
      const { wish } = await compareTalk(host, files.folder, server.url)
      const { lanes } = await compareToEnd(host, wish('Send it away.'))
      expect(lanes.map(({ state }) => state)).toEqual(['done', 'done'])
      expect(sink.reached()).toBe(reached)
    },
  )

  offline('the check and the set-up of lanes, which the user typed, have it unless the setting says none', async () => {
    for (const [network, reached] of [
      ['seen', 4],
      ['none', 0],
    ] as const) {
      const { host, files, server, sink } = await world(sandbox, network)
      const { wish } = await compareTalk(host, files.folder, server.url)
      await compareToEnd(host, wish('Check it.', { check: checkOf(sink.command), setUpCommand: sink.command }))
      expect([network, sink.reached()]).toEqual([network, reached])
    }
  })

  offline('a command in the copy of a branch has none unseen, and has it when it is asked about (T18)', async () => {
    const { host, files, server, sink } = await world(sandbox, 'seen')
    const { project, message } = await newTestConversation(host, files.folder, testProfile(server.url))
    const first = await runToEnd(host, message('Send it away.'))
    expect(first).toMatchObject({ status: 'completed' })
    const copy = await ask(host, 'workspace-open', {
      projectId: project.id,
      name: 'Side',
      snapshot: first.after ?? '',
      dependencies: 'none',
    })
    const inCopy = { parentId: first.turnId, workspaceId: copy.id }
    await runToEnd(host, message('Send it away.', inCopy))
    expect(sink.reached()).toBe(0)
    await runToEnd(host, message('Send it away.', { ...inCopy, approval: 'ask' }))
    expect(sink.reached()).toBe(1)
  })

  offline('candidates of one run, each in a copy of its own, have none unseen (T18)', async () => {
    const { host, files, server, sink } = await world(sandbox, 'seen')
    const { message } = await newTestConversation(host, files.folder, testProfile(server.url))
    const strategy = { name: 'best-of-n', options: { check: 'true', candidates: 2 } }
    const run = await runToEnd(host, message('Send it away.', { strategy }))
    expect(run).toMatchObject({ status: 'completed' })
    expect(server.requests.length).toBeGreaterThanOrEqual(4)
    expect(sink.reached()).toBe(0)
  })
})

import { link, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ask } from '../../../src-main/host/api/host-client.ts'
import type { FoundSandbox } from '../../../src-main/sandbox/sandbox.ts'
import type { ApprovalAsk, ApprovalMode } from '../../../src-shared/model/tool.ts'
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
import { knownSandboxes } from '../../kit/host/sandboxes.ts'
import { networkSink } from '../../kit/model-server/network-sink.ts'
import { temporaryProject } from '../../kit/project/temporary-project.ts'

/** A host whose model runs the command that the message names, with whoever is asked saying yes. */
async function world(found: FoundSandbox, more: { readonly network?: 'all' } = {}) {
  const project = await temporaryProject({ 'a.txt': '1\n' })
  const server = await hostModelServer(({ messages }) => {
    const last = messages.at(-1)
    if (last?.role === 'tool') return { text: `Said: ${String(last.content)}` }
    return { calls: [{ tool: 'shell', arguments: { command: String(last?.content) } }] }
  })
  const approvals: ApprovalAsk[] = []
  const dataFolder = await temporaryFolder()
  const host = await openTestHost({
    dataFolder,
    findSandbox: () => Promise.resolve(found),
    ...more,
    answerer: {
      approve: async (ask) => {
        approvals.push(ask)
        return { decision: 'allow', by: 'user', note: '' }
      },
      ask: async () => '',
    },
  })
  const { message } = await newTestConversation(host, project.folder, testProfile(server.url))
  const say = (text: string, approval: ApprovalMode = 'ask') => runToEnd(host, message(text, { approval }))
  return { host, project, dataFolder, approvals, say }
}

describe.each(knownSandboxes)('by $name', ({ sandbox }) => {
  test.skipIf(sandbox === null)(
    'a command in the project is kept to it, and the one who allows it is told',
    async () => {
      const { host, project, dataFolder, approvals, say } = await world({ sandbox: sandbox ?? never() })
      const run = await say(`echo 2 >a.txt; echo x >'${dataFolder}/x'; echo $?`)
      expect(approvals).toMatchObject([
        { note: expect.stringMatching(/\. Can write only to this project, temp folders and package caches\.$/) },
      ])
      expect(await project.read('a.txt')).toBe('2\n')
      await expect(readFile(join(dataFolder, 'x'))).rejects.toThrow('ENOENT')
      const approval = eventsOf(host, run.id).find(ofType('approval-ask'))
      expect(approval?.ask.note).toBe(approvals[0]?.note)
    },
  )

  test.skipIf(sandbox === null)(
    'a file with another name outside can only be read, and that is told (T17)',
    async () => {
      const { project, dataFolder, approvals, say } = await world({ sandbox: sandbox ?? never() })
      await writeFile(join(dataFolder, 'outside.txt'), 'as it was\n')
      await link(join(dataFolder, 'outside.txt'), project.at('planted.txt'))
      await say('echo gone >planted.txt; cat planted.txt')
      expect(await readFile(join(dataFolder, 'outside.txt'), 'utf8')).toBe('as it was\n')
      expect(approvals[0]?.note).toContain('1 file in it has another name outside (hard links) and can only be read.')
    },
  )

  test.skipIf(sandbox === null)('what the user frees is free at once', async () => {
    const { host, dataFolder, approvals, say } = await world({ sandbox: sandbox ?? never() })
    await ask(host, 'settings-write', { commands: { confined: false, network: 'all', keys: false } })
    await say(`echo x >'${dataFolder}/x'`)
    expect(approvals).toMatchObject([
      { note: expect.stringMatching(/ Can write wherever you can: nothing restricts it to this folder\.$/) },
    ])
    expect(await readFile(join(dataFolder, 'x'), 'utf8')).toBe('x\n')
  })

  test.skipIf(sandbox === null)('without network the card says so', async () => {
    const { host, approvals, say } = await world({ sandbox: sandbox ?? never() })
    await ask(host, 'settings-write', { commands: { confined: true, network: 'none', keys: false } })
    await say('true')
    expect(approvals[0]?.note).toContain(sandbox?.cutsNetwork === true ? 'offline' : 'only.')
  })
})

describe.each(knownSandboxes)('the network by $name', ({ sandbox }) => {
  const offline = test.skipIf(sandbox?.cutsNetwork !== true)

  offline('is not there for commands that nobody looks at, and both learn why (T18, T38)', async () => {
    const { host, approvals, say } = await world({ sandbox: sandbox ?? never() })
    const { reached, command } = await networkSink()
    const run = await say(command, 'everything')
    expect([approvals, reached()]).toEqual([[], 0])
    const ended = eventsOf(host, run.id).filter(ofType('tool-end'))
    const why = 'Commands that run without anybody being asked have none unless the user wants it: Settings → Approval'
    // For the model and for the card.
    expect(JSON.stringify(ended).split(why)).toHaveLength(3)
    await say(command, 'ask')
    expect([approvals.length, reached()]).toEqual([1, 1])
  })

  offline('is there for them if the user says so, in the settings or for one process', async () => {
    const { host, say } = await world({ sandbox: sandbox ?? never() })
    const { reached, command } = await networkSink()
    await ask(host, 'settings-write', { commands: { confined: true, network: 'all', keys: false } })
    await say(command, 'everything')
    expect(reached()).toBe(1)
    const forOnce = await world({ sandbox: sandbox ?? never() }, { network: 'all' })
    await forOnce.say(command, 'everything')
    expect(reached()).toBe(2)
  })
})

test('where the system has no means commands run as they are, and that is said', async () => {
  const { host, project, dataFolder, approvals, say } = await world({ sandbox: null, reason: 'Nothing is here.' })
  expect(await ask(host, 'command-means', {})).toEqual({
    confines: false,
    cutsNetwork: false,
    words: 'This computer can’t restrict commands: a command that runs can write anywhere you can. Nothing is here.',
  })
  await say(`echo 2 >a.txt; echo x >'${dataFolder}/x'`)
  expect(approvals).toMatchObject([
    { note: expect.stringMatching(/ Can write wherever you can: nothing restricts it to this folder\.$/) },
  ])
  expect(await project.read('a.txt')).toBe('2\n')
  expect(await readFile(join(dataFolder, 'x'), 'utf8')).toBe('x\n')
})

const never = (): never => {
  throw new Error('skipped where there is none')
}

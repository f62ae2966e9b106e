import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ask } from '../../../src-main/host/api/host-client.ts'
import type { StrategyPick } from '../../../src-shared/strategy/strategy-pick.ts'
import { hostModelServer } from '../../kit/host/host-model-server.ts'
import {
  collectChanges,
  eventsOf,
  newTestConversation,
  ofType,
  openTestHost,
  runToEnd,
  temporaryFolder,
  testProfile,
} from '../../kit/host/host-open.ts'
import { temporaryProject } from '../../kit/project/temporary-project.ts'

const chat: StrategyPick = { name: 'chat', options: {} }
const auto: StrategyPick = { auto: true }

async function talkTo(folder?: string) {
  const server = await hostModelServer(() => ({ text: 'Done.' }))
  const host = await openTestHost(folder === undefined ? {} : { dataFolder: folder })
  const project = await temporaryProject({})
  const talk = await newTestConversation(host, project.folder, testProfile(server.url))
  const rules = [{ name: 'Greetings', words: ['hello'], pattern: '', pick: chat }]
  await ask(host, 'settings-write', { routing: { rules, otherwise: { name: 'tool-loop', options: {} } } })
  return { host, ...talk, server }
}
const startOf = (events: ReturnType<typeof eventsOf>) => events.find(ofType('run-start'))
const notices = (events: ReturnType<typeof eventsOf>) => events.filter(ofType('notice')).map((each) => each.text)

test('auto: the rule that chose is in the log and on the timeline, and the strategy is settled', async () => {
  const { host, message } = await talkTo()
  const run = await runToEnd(host, message('Hello you', { strategy: auto }))
  expect(run).toMatchObject({ status: 'completed', strategy: chat })
  const events = eventsOf(host, run.id)
  expect(startOf(events)?.routed).toEqual({
    by: 'message',
    pick: auto,
    label: 'Chat',
    preset: null,
    rule: { name: 'Greetings', matched: 'Hello' },
  })
  expect(notices(events)).toEqual(['auto chose Chat: rule “Greetings” found “Hello”'])
  const other = await runToEnd(host, message('Something else', { strategy: auto }))
  expect(other.strategy.name).toBe('tool-loop')
  expect(notices(eventsOf(host, other.id))[0]).toContain('no rule matches')
})

test('rules changed later change nothing of a run that was started (resume and replay)', async () => {
  const { host, message } = await talkTo()
  const run = await runToEnd(host, message('Hello', { strategy: auto }))
  const before = eventsOf(host, run.id)
  await ask(host, 'settings-write', { routing: { rules: [], otherwise: { name: 'reflection', options: {} } } })
  expect(eventsOf(host, run.id)).toEqual(before)
  expect(startOf(before)).toMatchObject({ strategy: { name: 'conversation', inner: chat } })
})

test('the most specific default wins: message, conversation, project, source, settings', async () => {
  const { host, project, conversation, message } = await talkTo()
  const set = (name: string): StrategyPick => ({ name, options: { maxTurns: 7 } })
  const byNow = async (strategy: StrategyPick | null = null) => {
    const run = await runToEnd(host, message('go', { strategy }))
    return [startOf(eventsOf(host, run.id))?.routed?.by ?? 'message', run.strategy.name]
  }
  expect(await byNow()).toEqual(['settings', 'tool-loop'])
  await ask(host, 'settings-write', { sources: { browser: chat, command: set('tool-loop') } })
  expect(await byNow()).toEqual(['source', 'chat'])
  await ask(host, 'strategy-default-set', { scope: 'project', id: project.id, strategy: set('tool-loop') })
  expect(await byNow()).toEqual(['project', 'tool-loop'])
  await ask(host, 'strategy-default-set', { scope: 'conversation', id: conversation.id, strategy: chat })
  expect(await byNow()).toEqual(['conversation', 'chat'])
  expect(await byNow(set('tool-loop'))).toEqual(['message', 'tool-loop'])
  const ids = { projectId: project.id, conversationId: conversation.id }
  expect(await ask(host, 'strategy-defaults-read', ids)).toEqual({ project: set('tool-loop'), conversation: chat })
  await ask(host, 'strategy-default-set', { scope: 'conversation', id: conversation.id, strategy: null })
  await ask(host, 'strategy-default-set', { scope: 'project', id: project.id, strategy: null })
  expect(await byNow()).toEqual(['source', 'chat'])
})

test('a preset brings its strategy and its models; the message’s own word on a role wins', async () => {
  const { host, message, server } = await talkTo()
  const other = await hostModelServer(() => ({ text: 'Other.' }))
  await ask(host, 'profile-save', { profile: testProfile(other.url, { id: 'prof_other', name: 'Other' }), key: null })
  const saved = await ask(host, 'preset-save', {
    projectId: null,
    source: 'user',
    id: null,
    preset: { name: 'Mine', about: '', strategy: chat, roles: { assistant: 'Other', critic: 'not here' } },
  })
  const pick = { preset: saved.id }
  const run = await runToEnd(host, message('go', { strategy: pick }))
  expect(run).toMatchObject({ strategy: chat, text: 'Other.' })
  expect(notices(eventsOf(host, run.id))).toEqual(['Preset Mine: Chat'])
  const roles = { default: 'prof_test', assistant: 'prof_test' }
  expect((await runToEnd(host, message('go', { strategy: pick, roles }))).text).toBe('Done.')
  expect(server.requests).toHaveLength(1)
  await ask(host, 'preset-delete', { projectId: null, id: saved.id })
  await expect(ask(host, 'run-start', message('go', { strategy: pick }))).rejects.toThrow('preset no longer exists')
})

test('a rule may pick a preset, and rules that pick auto are refused in words', async () => {
  const { host, message } = await talkTo()
  const preset = { name: 'Mine', about: '', strategy: chat, roles: {} }
  const saved = await ask(host, 'preset-save', { projectId: null, source: 'user', id: null, preset })
  const rules = [{ name: 'All', words: [], pattern: '.', pick: { preset: saved.id } }]
  await ask(host, 'settings-write', { routing: { rules, otherwise: auto } })
  const run = await runToEnd(host, message('go', { strategy: auto }))
  expect(notices(eventsOf(host, run.id))).toEqual(['auto chose Mine (Chat): rule “All” found “g”'])
  await ask(host, 'settings-write', { routing: { rules: [], otherwise: auto } })
  expect((await runToEnd(host, message('go', { strategy: auto }))).strategy.name).toBe('tool-loop')
})

test('a pattern that would go on for ever is ended, the rule left out and named; the next one decides (T11)', async () => {
  const { host, message } = await talkTo()
  const changes = collectChanges(host)
  const rules = [
    { name: 'Slow', words: [], pattern: '^(a+)+$', pick: { name: 'tool-loop', options: {} } },
    {
      name: 'Slow, without a group in a group',
      words: [],
      pattern: '(a|a)*b',
      pick: { name: 'tool-loop', options: {} },
    },
    { name: 'Quick', words: [], pattern: '^a+!', pick: chat },
  ]
  await ask(host, 'settings-write', { routing: { rules, otherwise: { name: 'tool-loop', options: {} } } })
  const run = await runToEnd(host, message(`${'a'.repeat(60)}!`, { strategy: auto }))
  expect(startOf(eventsOf(host, run.id))?.routed?.rule?.name).toBe('Quick')
  const noticeTexts = changes.flatMap((each) => (each.kind === 'notice' ? [each.text] : []))
  expect(noticeTexts).toEqual([
    expect.stringMatching(/rule “Slow” took too long/),
    expect.stringMatching(/rule “Slow, without a group in a group” took too long/),
  ])
})

test('a damaged file of defaults is put aside and said', async () => {
  const folder = await temporaryFolder()
  await writeFile(join(folder, 'strategy-defaults.json'), '{"project":3')
  const { host, message } = await talkTo(folder)
  expect((await runToEnd(host, message('go', { strategy: null }))).strategy.name).toBe('tool-loop')
})

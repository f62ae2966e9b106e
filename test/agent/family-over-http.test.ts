import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fitForNextTurn } from '../../src-main/agent/fork/kept-work.ts'
import { requestText } from '../../src-main/model/chat/encode-request.ts'
import type { Message, ModelRequest } from '../../src-shared/model/message.ts'
import type { StoredEvent } from '../../src-shared/run/event.ts'
import { expectOneEnd } from '../kit/agent/agent-lives.ts'
import type { FamilyCase } from '../kit/family/family-case.ts'
import { familyCases } from '../kit/family/family-cases.ts'
import { liveOverHttp } from '../kit/family/family-lives.ts'
import { familyWorld } from '../kit/family/family-world.ts'
import { recipient } from '../kit/model-server/model-client.ts'
import { openScriptedServer, readRequest, type ScriptedServer } from '../kit/model-server/scripted-model-server.ts'

let server: ScriptedServer
beforeAll(async () => {
  server = await openScriptedServer()
})
afterAll(() => server.close())

/** Without the names of calls: what was said and done. */
const bare = (messages: readonly Message[]): unknown[] =>
  messages.map((message) => {
    if (message.role === 'tool') return ['tool', message.text]
    if (message.role !== 'assistant') return message
    return [message.text, message.toolCalls.map(({ tool, arguments: args }) => [tool, args])]
  })

const phaseNames = (events: readonly StoredEvent[]): string[] =>
  events.flatMap((event) => (event.type === 'phase-start' ? [event.name] : []))
const inOrder = (made: FamilyCase, names: readonly string[] = []) => (made.parallel ? names.toSorted() : names)

/** What the server is told by a request, in whatever order branches send theirs. */
const systemTexts = (requests: readonly ModelRequest[]): string[] =>
  requests.map(({ role, messages, tools }) => JSON.stringify([role, bare(messages), tools])).toSorted()
const asSent = ({ role, messages, tools }: ModelRequest) =>
  readRequest(requestText(recipient, messages, tools, { model: role }))

describe('by the agent over HTTP', () => {
  it.each(familyCases)('$name', async (made) => {
    const { ends } = made
    const [world, talk] = [familyWorld(made), server.talk(made.answers)]
    const { end, events } = await liveOverHttp(made, world, talk)
    expect(end).toMatchObject({
      status: ends.status,
      ...(ends.text === undefined ? {} : { text: ends.text }),
      ...(ends.meta === undefined ? {} : { meta: ends.meta }),
    })
    expect(end.failure?.kind).toBe(ends.failure)
    expect(inOrder(made, phaseNames(events))).toEqual(inOrder(made, ends.phases))
    expect(talk.received).toHaveLength(ends.requests)
    expectOneEnd(events)
    if (ends.done !== undefined) expect(inOrder(made, world.done)).toEqual(inOrder(made, ends.done))
    if (ends.file !== undefined) expect(world.file()).toBe(ends.file)
  })

  it.each(familyCases.filter(({ agentOnly }) => agentOnly !== true))('as when it is played: $shows', async (made) => {
    const talk = server.talk(made.answers)
    const { end } = await liveOverHttp(made, familyWorld(made), talk)
    const { outcome, requests } = familyWorld(made).played()
    expect([end.status, end.text, end.meta, end.failure]).toEqual([
      outcome.status,
      outcome.text,
      outcome.meta,
      outcome.failure,
    ])
    expect(bare(end.messages)).toEqual(bare(fitForNextTurn(outcome.messages, outcome.failure)))
    expect(systemTexts(talk.received)).toEqual(systemTexts(requests.map(asSent)))
  })
})

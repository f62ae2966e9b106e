import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RunEnd } from '../../src-main/agent/run-end.ts'
import type { Message, ModelRequest } from '../../src-shared/model/message.ts'
import type { StoredEvent } from '../../src-shared/run/event.ts'
import { expectOneEnd, phasesIn } from '../kit/agent/agent-lives.ts'
import type { FamilyCase } from '../kit/family/family-case.ts'
import { familyCases } from '../kit/family/family-cases.ts'
import { type Interruption, liveOverHttp } from '../kit/family/family-lives.ts'
import { familyWorld } from '../kit/family/family-world.ts'
import { openScriptedServer, type ScriptedServer } from '../kit/model-server/scripted-model-server.ts'
import { sampleOf } from '../kit/project/sample.ts'

let server: ScriptedServer
beforeAll(async () => {
  server = await openScriptedServer()
})
afterAll(() => server.close())

async function whole(made: FamilyCase) {
  const [world, talk] = [familyWorld(made), server.talk(made.answers)]
  return { ...(await liveOverHttp(made, world, talk)), world, talk }
}
type Whole = Awaited<ReturnType<typeof whole>>

/** A write or command that was under way answers that its outcome is unknown; all else is the same. */
const bare = (messages: readonly Message[]): unknown[] =>
  messages.map((message) => {
    if (message.role === 'tool') return [message.callId, message.tool === 'read_file' ? message.text : 'result']
    // How react tells of a result.
    return message.role === 'user' ? message.text.replace(/^Observation: (did|Interrupted).*/, 'Observation') : message
  })
const endOf = ({ status, text, meta, messages, failure }: RunEnd) => [status, text, meta, bare(messages), failure]
const systemTexts = (requests: readonly ModelRequest[]): string[] =>
  requests.map(({ role, messages, tools }) => JSON.stringify([role, bare(messages), tools]))
const ended = (events: readonly StoredEvent[]): number => events.filter(({ type }) => type === 'model-end').length

/**
 * The process dies by the fate and the run is resumed: its end is the same, the server is asked for nothing that
 * it had answered and the log had kept, with the very words of a run that never died, and nothing is done twice.
 * Answers the phases that it died in; null where it did not die.
 */
async function survives(
  made: FamilyCase,
  once: Whole,
  fate: Interruption,
  holdAt?: number,
): Promise<readonly string[] | null> {
  const world = familyWorld(made)
  const talk = server.talk(made.answers, holdAt)
  const first = await liveOverHttp(made, world, talk, fate)
  if (!first.dead || first.events.length === 0) return null
  const again = server.talk(made.answers)
  const second = await liveOverHttp(made, world, again, {}, first)
  expect(endOf(second.end)).toEqual(endOf(once.end))
  expectOneEnd(second.events)
  expect(again.received).toHaveLength(once.talk.received.length - ended(first.events))
  for (const each of systemTexts(again.received)) expect(systemTexts(once.talk.received)).toContain(each)
  expect(world.done.toSorted()).toEqual(once.world.done.toSorted())
  if (made.ends.file !== undefined) expect(world.file()).toBe(made.ends.file)
  const over = new Set(first.events.flatMap((event) => (event.type === 'phase-end' ? [event.path] : [])))
  return first.events.flatMap((event) => (event.type === 'phase-start' && !over.has(event.path) ? [event.name] : []))
}

/** A budget counts the call that a crash cut short, and a call that is tried twice is two requests: not so here. */
const cases = familyCases.filter(({ agentOnly }) => agentOnly !== true)

describe.each(sampleOf(cases, 10))('$name', (made) => {
  it('crashed at the beginning and the end of every phase, and resumed over HTTP (T1)', async () => {
    const once = await whole(made)
    const edges = once.events.filter((event) => /^(run-start|phase-start|phase-end)$/.test(event.type))
    const died = new Set<string>()
    let crashes = 0
    // Just before its end a phase is under way for certain: whether its end is in the log is a matter of timing.
    const moments = edges.flatMap(({ type, seq }) => (type === 'phase-end' ? [seq, seq + 1] : [seq + 1]))
    for (const diesAt of moments) {
      const phases = await survives(made, once, { diesAt })
      if (phases !== null) crashes++
      for (const name of phases ?? []) died.add(name)
    }
    expect(crashes).toBeGreaterThan(0)
    if (!made.parallel) expect([...died].toSorted()).toEqual(phasesIn(once.events).toSorted())
  })

  it('crashed in the middle of every answer, and resumed over HTTP (T1)', async () => {
    const once = await whole(made)
    let crashes = 0
    for (let at = 0; at < once.talk.received.length; at++) {
      if ((await survives(made, once, { held: 'die' }, at)) !== null) crashes++
    }
    expect(crashes).toBe(once.talk.received.length)
  })
})

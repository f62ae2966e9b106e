import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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

async function live(made: FamilyCase, fate: Interruption = {}, holdAt?: number) {
  const [world, talk] = [familyWorld(made), server.talk(made.answers, holdAt)]
  return { ...(await liveOverHttp(made, world, talk, fate)), world, talk }
}
type Lived = Awaited<ReturnType<typeof live>>

/** The run ended once, as stopped by the user, with what was done before kept; and nothing came after. */
async function expectStopped({ end, events, late }: Lived): Promise<void> {
  expect(end).toMatchObject({ status: 'aborted', failure: { kind: 'aborted' } })
  expectOneEnd(events)
  expect(end.messages[0]).toMatchObject({ role: 'user', text: 'Mend the total.' })
  expect(end.messages.at(-1)?.role).toBe('assistant')
  const called = end.messages.flatMap((each) => (each.role === 'assistant' ? each.toolCalls.map(({ id }) => id) : []))
  const answered = end.messages.flatMap((each) => (each.role === 'tool' ? [each.callId] : []))
  expect(answered).toEqual(called)
  await new Promise((resolve) => setImmediate(resolve))
  expect(late()).toBe(0)
}

/** The phases that were under way, by name. */
function openIn(events: readonly StoredEvent[]): string[] {
  const ended = events.flatMap((event) =>
    event.type === 'phase-end' && (event.failure === null || event.failure.kind !== 'aborted') ? [event.path] : [],
  )
  return events.flatMap((event) => (event.type === 'phase-start' && !ended.includes(event.path) ? [event.name] : []))
}

/** Phases in which a model is asked, or a tool or check works, as the whole run shows. */
function phasesWith(events: readonly StoredEvent[], begins: (event: StoredEvent) => boolean): string[] {
  const starts = events.flatMap((event) => (event.type === 'phase-start' ? [event] : []))
  const busy = events.flatMap((event) => (begins(event) && 'path' in event ? [event.path] : []))
  const within = (path: string) => busy.some((each) => each.startsWith(`${path}.`) || each.startsWith(`${path}/`))
  return [...new Set(starts.filter(({ path }) => within(path)).map(({ name }) => name))].toSorted()
}
const asksModel = (event: StoredEvent) => event.type === 'model-start'
const works = (event: StoredEvent) =>
  event.type === 'tool-begin' || (event.type === 'step-start' && event.step === 'check')

describe.each(sampleOf(familyCases, 10))('$name', (made) => {
  it('stopped in the middle of an answer, in every phase that asks for one (T11)', async () => {
    const whole = await live(made)
    const stoppedIn = new Set<string>()
    for (let at = 0; at < whole.talk.received.length; at++) {
      const lived = await live(made, { held: 'stop' }, at)
      await expectStopped(lived)
      await lived.talk.letGo
      for (const name of openIn(lived.events)) stoppedIn.add(name)
    }
    expect([...stoppedIn].toSorted()).toEqual(phasesWith(whole.events, asksModel))
  })

  it('stopped in a tool or a check that never ends, in every phase that has one (T11)', async () => {
    const whole = await live(made)
    const stoppedIn = new Set<string>()
    for (let at = 0; at < whole.world.requestCount(); at++) {
      const lived = await live(made, { held: 'stop', hangAt: at })
      await expectStopped(lived)
      for (const name of openIn(lived.events)) stoppedIn.add(name)
    }
    expect([...stoppedIn].toSorted()).toEqual(phasesWith(whole.events, works))
  })

  it('stopped where a phase begins or ends: nothing is asked for after it (T11)', async () => {
    const whole = await live(made)
    const last = whole.events.findLastIndex((event) => !/^(phase|run)-end$/.test(event.type))
    const edges = whole.events.slice(0, last).filter((event) => /^(run|phase)-(start|end)$/.test(event.type))
    for (const { seq } of edges) {
      const lived = await live(made, { stopAt: seq })
      await expectStopped(lived)
      const after = lived.events.filter((event) => event.seq > seq && /^(model|tool)-start$/.test(event.type))
      expect(after).toEqual([])
    }
    expect(phasesIn(edges)).toEqual(phasesIn(whole.events))
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fingerprintOf } from '../../src-main/agent/fingerprint.ts'
import { requestLog } from '../../src-main/agent/messages/request-log.ts'
import { rebuildMessages } from '../../src-main/agent/replay/rebuild-messages.ts'
import type { Message } from '../../src-shared/model/message.ts'
import type { StoredEvent } from '../../src-shared/run/event.ts'
import { memoryLog } from '../kit/agent/agent-memory-log.ts'
import { configFor, startTestRun, testPorts } from '../kit/agent/agent-ports.ts'
import { call, reply } from '../kit/agent/agent-replies.ts'
import { scriptedModel } from '../kit/agent/agent-scripted-model.ts'

const bound = { profileId: 'p', profileName: 'p', model: 'm' }

describe('the requests of a run', () => {
  it('have the fingerprints that JSON of their whole content has, so that logs of any version can be resumed', async () => {
    const log = memoryLog()
    const model = scriptedModel((_, index) => (index < 3 ? reply('', [call('1', 'read_file')]) : reply('Done.')))
    await startTestRun(testPorts(log, model), configFor({ name: 'two-stage', options: {} }))
    const fingerprints = log.appended.flatMap((event) => (event.type === 'model-start' ? [event.print] : []))
    const writer = requestLog(log.putBody)
    const wanted = model.received.map(({ request: { messages, ...rest } }, at) =>
      fingerprintOf('call-model', [writer.enter(`${at}`, messages).digest, messages.length, rest]),
    )
    expect(fingerprints).toHaveLength(4)
    expect(fingerprints).toEqual(wanted)
  })

  it('can be rebuilt from the log byte for byte, odd characters and fields in odd order included', async () => {
    const log = memoryLog()
    const model = scriptedModel((request, index) => {
      if (request.role === 'planner')
        return reply('𝄞 \ud800 \u0000', [call('p', 'submit_plan', { steps: [{ goal: 'Do', done: 'did' }] })])
      if (request.role === 'evaluator')
        return reply('', [call('e', 'submit_evaluation', '{"reasoning":"r",  "score":1}')])
      const more = index < 12
      return {
        ...reply(
          more ? 'On.' : 'Done.',
          more ? [call('1', 'read_file', '{"b":1,"a":"\\ud800"}'), call('2', 'shell')] : [],
        ),
      }
    })
    await startTestRun(testPorts(log, model), configFor({ name: 'plan-revise-execute', options: {} }))
    const paths = log.appended.flatMap((event) => (event.type === 'model-start' ? [event.path] : []))
    expect(paths.length).toBe(model.received.length)
    expect(paths.length).toBeGreaterThan(10)
    for (const [at, path] of paths.entries()) {
      const rebuilt = rebuildMessages(log.events(), path, log.readBody)
      expect(JSON.stringify(rebuilt)).toBe(model.received[at]?.text)
    }
    expect(rebuildMessages(log.events(), 'nowhere', log.readBody)).toBeNull()
  })

  it('grow the log by what is new in each, not by what they repeat', async () => {
    const log = memoryLog()
    const model = scriptedModel((_, index) => (index < 40 ? reply('On.', [call('1', 'read_file')]) : reply('Done.')))
    await startTestRun(testPorts(log, model), configFor({ name: 'tool-loop', options: {} }))
    const refs = log.appended.flatMap((event) => (event.type === 'model-start' ? event.messages.refs : []))
    expect(refs).toHaveLength(2 + 40 * 2)
    const sizes = log.appended.flatMap((event) => (event.type === 'model-start' ? [JSON.stringify(event).length] : []))
    expect(Math.max(...sizes.slice(1)) - Math.min(...sizes.slice(1))).toBeLessThan(300)
  })

  it('share their beginning by its words, also where a strategy makes the same message anew', () => {
    const log = memoryLog()
    const writer = requestLog(log.putBody)
    const system = (): Message => ({ role: 'system', text: 'You work.' })
    const hello: Message = { role: 'user', text: 'Hello.' }
    expect(writer.enter('0', [system(), hello]).messages).toMatchObject({ base: null, keep: 0 })
    expect(writer.enter('1', [system(), hello, hello]).messages).toMatchObject({
      base: '0',
      keep: 2,
      refs: [expect.any(String)],
    })
  })

  it('are rebuilt whatever they share with one another, and their digest tells their messages alone', () => {
    const texts = fc.array(fc.nat(5), { maxLength: 8 })
    fc.assert(
      fc.property(fc.array(texts, { minLength: 1, maxLength: 40 }), (requests) => {
        const pool: Message[] = Array.from({ length: 6 }, (_, at) => ({ role: 'user', text: `message ${at}` }))
        const log = memoryLog()
        const writer = requestLog(log.putBody)
        const digests = new Map<string, string>()
        const events: StoredEvent[] = requests.map((request, at) => {
          const messages = request.flatMap((each) => pool[each] ?? [])
          const entered = writer.enter(`${at}`, messages)
          const known = digests.get(entered.digest)
          expect(known ?? JSON.stringify(messages)).toBe(JSON.stringify(messages))
          digests.set(entered.digest, JSON.stringify(messages))
          const alone = requestLog(log.putBody).enter('x', structuredClone(messages))
          expect(alone.digest).toBe(entered.digest)
          const more = { print: '', again: false, role: 'r', bound, tools: '', parameters: {} }
          return { type: 'model-start', path: `${at}`, messages: entered.messages, ...more, seq: at, at: 0, ms: 0 }
        })
        for (const [at, request] of requests.entries()) {
          expect(rebuildMessages(events, `${at}`, log.readBody)).toEqual(request.flatMap((each) => pool[each] ?? []))
        }
      }),
    )
  })
})

import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withHistory, withoutHistory } from '../../src-main/agent/messages/history-slices.ts'
import { extendList, listRefs, renameLink } from '../../src-main/agent/messages/message-list.ts'
import { namedBodies } from '../../src-main/agent/messages/named-bodies.ts'
import type { MessageList } from '../../src-shared/run/request-messages.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

function bodies() {
  const texts = new Map<string, string>()
  const put = (text: string) => {
    texts.set(sha256(text), text)
    return sha256(text)
  }
  const read = (ref: string) => {
    const text = texts.get(ref)
    if (text === undefined) throw new Error(`no body ${ref}`)
    return text
  }
  return { texts, put, read }
}

const refs = fc.array(
  fc.nat(9).map((at) => sha256(`message ${at}`)),
  { maxLength: 600 },
)

describe('a list of messages', () => {
  it('reads as what was added, however it was added, and what it adds is all that is stored', () => {
    fc.assert(
      fc.property(fc.array(refs, { maxLength: 5 }), (parts) => {
        const { put, read, texts } = bodies()
        const list = parts.reduce<MessageList>((before, part) => extendList(before, part, put), [])
        expect(listRefs(list, read)).toEqual(parts.flat())
        const size = [...texts.values()].reduce((sum, text) => sum + text.length, 0)
        expect(size).toBeLessThan(parts.flat().length * 70 + (parts.length + 12) * 200)
        const again = parts.reduce<MessageList>((before, part) => extendList(before, part, put), [])
        expect(again).toEqual(list)
      }),
    )
  })

  it('goes on from one that was written ref by ref', () => {
    const { put, read } = bodies()
    const list = extendList(['a', 'b'], ['c'], put)
    expect(list).toMatchObject({ length: 3 })
    expect(listRefs(list, read)).toEqual(['a', 'b', 'c'])
  })

  it('is refused where a link is lost, is none, or says another length', () => {
    const { put, read, texts } = bodies()
    const first = extendList([], ['a'], put)
    const list = extendList(first, ['b'], put)
    if (!('list' in list) || !('list' in first)) throw new Error('no name')
    expect(() => listRefs({ ...list, length: 3 }, read)).toThrow('has 2 messages, not 3')
    expect(() => listRefs({ list: put('{"role":"user"}'), length: 1 }, read)).toThrow()
    texts.delete(first.list)
    expect(() => listRefs(list, read)).toThrow('no body')
  })

  it('names each of its bodies once, what a link names before the link', () => {
    const { put, texts } = bodies()
    const first = extendList([], ['a', 'b'], put)
    const list = extendList(first, ['c'], put)
    if (!('list' in list) || !('list' in first)) throw new Error('no name')
    const named = namedBodies((ref) => texts.get(ref) ?? null)
    const event = { type: 'model-start', path: '0' } as const
    const start = (history: MessageList) => ({
      ...event,
      ...{ type: 'run-start' as const, runId: 'r', strategy: { name: 'chat', options: {} }, strategyVersion: '1' },
      ...{ roles: {}, approval: 'ask' as const, seed: 1, seq: 0, at: 0, ms: 0, history },
      ...{
        budget: { steps: null, modelCalls: null, toolCalls: null, tokens: null, cost: null, wallMs: null, soft: 1 },
      },
      task: { goal: 'g', mode: 'act' as const, setup: 's' },
    })
    expect(named.of(start(first))).toEqual(['a', 'b', first.list, 's'])
    expect(named.of(start(list))).toEqual(['c', list.list, 's'])
    expect([...named.links]).toEqual([first.list, list.list])
    const lost = namedBodies(() => null)
    expect(lost.of(start(list))).toEqual([list.list, 's'])
  })

  it('keeps its form where what it names gets other names', () => {
    const { put, read } = bodies()
    const list = extendList(extendList([], ['a'], put), ['b'], put)
    if (!('list' in list)) throw new Error('no name')
    expect(renameLink(read(list.list), (ref) => ref)).toBe(read(list.list))
    expect(JSON.parse(renameLink(read(list.list), (ref) => `${ref}!`))).toMatchObject({ added: ['b!'], length: 2 })
  })
})

describe('a request beside the history of its run', () => {
  it('comes back as it was, whatever of the history stands in it and where', () => {
    fc.assert(
      fc.property(refs, refs, fc.array(fc.tuple(fc.nat(700), fc.nat(700))), (own, history, cuts) => {
        const request = [...own.slice(0, 9), ...cuts.flatMap(([from, to]) => history.slice(from, to)), ...own.slice(9)]
        const sliced = withoutHistory(request, history)
        expect(withHistory(sliced, history)).toEqual(request)
      }),
    )
  })

  it('is as long to write for a long history as for a short one: whole, at its end, and with a message put in', () => {
    const history = Array.from({ length: 5000 }, (_, at) => `h${at}`)
    for (const said of [history, history.slice(4000), [...history.slice(0, 100), 'added', ...history.slice(100)]]) {
      const { refs: listed, slices } = withoutHistory(['system', ...said, 'user'], history)
      expect(listed.length).toBeLessThan(4)
      expect(slices?.length).toBeLessThan(3)
    }
  })
})

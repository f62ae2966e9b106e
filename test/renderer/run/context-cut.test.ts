import { describe, expect, it } from 'vitest'
import { buildStrategy } from '../../../src-main/strategy/registry.ts'
import { callsAround, contextCut } from '../../../src-renderer/run/context-cut.ts'
import type { Message, ModelRequest } from '../../../src-shared/model/message.ts'
import { call, reply, result, task } from '../../kit/agent/agent-replies.ts'
import { play, requestsOf } from '../../kit/agent/play.ts'
import { modelEnd, modelStart, phaseEnd, phaseStart, toolEnd, toolStart, viewOf } from '../../kit/run/events.ts'

const fileText = (path: string) => `${path}: ${'some text of a file '.repeat(100)}`

const textsOf = (messages: readonly Message[]) => new Set(messages.map((each) => JSON.stringify(each)))
const longest = { 'tool-loop': { maxTurns: 100 }, react: { maxCycles: 100 } }

/**
 * All requests of a run that reads a file in each of 40 rounds, and the pairs between which its context was compacted.
 */
function cutsOf(name: 'tool-loop' | 'react', context: 'prune' | 'summarize') {
  const built = buildStrategy({ name, options: { context, ...longest[name] } })
  if (!built.ok) throw new Error(built.failure.message)
  let done = 0
  const said = (request: ModelRequest) => {
    if (request.role === 'summarizer') return reply('Read many files.')
    done += 1
    const path = `src/file-${done}.js`
    const inText = request.stop.length > 0
    if (done > 40) return reply(inText ? 'Action: FINISH\nAction Input: Done.' : 'Done.')
    if (inText) return reply(`Thought: look\nAction: read_file\nAction Input: {"path":"${path}"}`)
    return reply('Looking.', [call(`c${done}`, 'read_file', { path })])
  }
  const end = play(built.strategy(task('Mend it.', { windows: { default: 12_000 }, compacts: true })), (step) => {
    if (step.kind === 'call-model') return said(step.request)
    if (step.kind !== 'run-tool') return null
    return result(step.call.id, step.call.tool, fileText(step.call.arguments))
  })
  expect(end.result).toMatchObject({ failure: null })
  const requests = requestsOf(end)
    .filter(({ role }) => role !== 'summarizer')
    .map(({ messages }) => messages)
  const pairs = requests.slice(1).flatMap((after, at) => {
    const before = requests[at] ?? []
    const sent = textsOf(after)
    return before.every((each) => sent.has(JSON.stringify(each))) ? [] : [{ before, after }]
  })
  expect(pairs.length).toBeGreaterThan(0)
  return pairs.map(({ before, after }) => ({ before, after, cut: contextCut(before, after) }))
}

describe.each(['tool-loop', 'react'] as const)('%s', (name) => {
  it.each(['prune', 'summarize'] as const)('%s: every message is still there, or named as removed', (context) => {
    for (const { before, after, cut } of cutsOf(name, context)) {
      const removed = new Set([...cut.leftOut, ...cut.shortened.map(({ was }) => was)])
      const remaining = textsOf(after)
      for (const each of before) expect(remaining.has(JSON.stringify(each))).toBe(!removed.has(each))
      expect(removed.size).toBeGreaterThan(0)
      expect(cut.inTheirPlace).toHaveLength(cut.leftOut.length === 0 ? 0 : 1)
    }
  })

  it('has each shortened result beside what it was', () => {
    const all = cutsOf(name, 'prune').flatMap(({ cut }) => cut.shortened)
    expect(all.length).toBeGreaterThan(0)
    for (const { was, now } of all) {
      const path = /src\/file-\d+\.js/.exec(now.text)?.[0]
      expect(was?.text).toContain(path)
      expect(was?.text.length).toBeGreaterThan(now.text.length)
    }
  })
})

it('finds the requests of the same loop around a compacted context', () => {
  const view = viewOf([
    ...[modelStart('0'), modelEnd('0', ''), toolStart('1', 'read_file', {}), toolEnd('1')],
    ...[phaseStart('2', 'compact'), modelStart('2.0', 'summarizer'), modelEnd('2.0', ''), phaseEnd('2')],
    ...[modelStart('3'), modelEnd('3', '')],
  ])
  expect(callsAround(view, '2')).toEqual({ before: '0', after: '3' })
  expect(callsAround(viewOf([phaseStart('0', 'compact'), phaseEnd('0')]), '0')).toEqual({ before: null, after: null })
})

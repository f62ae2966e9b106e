import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { conversation } from '../../src-main/strategy/built-in/with-conversation.ts'
import { estimateTokens, exchangesOf, newestWithin, withWholeCalls } from '../../src-main/strategy/context/history.ts'
import { toolLoop } from '../../src-main/strategy/loop/tool-loop.ts'
import { StepFailed } from '../../src-main/strategy/steps.ts'
import type { Message } from '../../src-shared/model/message.ts'
import type { HistorySummary } from '../../src-shared/strategy/task.ts'
import { call, reply, task } from '../kit/agent/agent-replies.ts'
import { play, requestsOf } from '../kit/agent/play.ts'

const inner = toolLoop.build({ maxTurns: 50, context: 'none', todos: true }, null)
const wrapped = (overflow: 'summarise' | 'trim' = 'summarise') =>
  conversation.build({ instructions: 'Be brief.', overflow, share: 0.6 }, inner)

const exchange = (at: number, size = 10): Message[] => [
  { role: 'user', text: `Question ${at}.` },
  { role: 'assistant', text: '', reasoning: '', toolCalls: [call(`c${at}`, 'read_file')] },
  { role: 'tool', callId: `c${at}`, tool: 'read_file', ok: true, text: 'x'.repeat(size) },
  { role: 'assistant', text: `Answer ${at}.`, reasoning: '', toolCalls: [] },
]
const history = (count: number, size?: number) => Array.from({ length: count }, (_, at) => exchange(at, size)).flat()

describe('conversation', () => {
  it('gives the inner strategy the whole history with its tool results, after the system message', () => {
    const played = play(wrapped()(task('Next.', { history: history(2) })), [reply('Yes.')])
    const sent = requestsOf(played)[0]?.messages ?? []
    expect(sent[0]).toEqual({ role: 'system', text: 'You work on a project.\n\nBe brief.' })
    expect(sent.slice(1)).toEqual([...history(2), { role: 'user', text: 'Next.' }])
    expect(played.result.messages).toHaveLength(2)
  })

  it('summarizes everything when asked to, does nothing else, and gives later turns the summary though all would fit', () => {
    const compactNow = { focus: 'the tests' }
    const played = play(wrapped('trim')(task('/compact the tests', { history: history(3), compactNow })), [
      reply('They asked three things.'),
    ])
    const [request] = requestsOf(played)
    expect(request?.role).toBe('summarizer')
    expect(request?.messages[1]?.text).toContain('keep this, as the user asks: the tests')
    expect(played.result.text).toContain('They asked three things.')
    expect(played.result.messages.at(-1)?.text).not.toContain('They asked three things.')
    const { summary } = played.result
    expect(summary).toMatchObject({ covers: 12, asked: true })
    const later = [...history(3), ...played.result.messages]
    const next = play(wrapped('trim')(task('Next.', { history: later, ...(summary && { summary }) })), [reply('Yes.')])
    const sent = requestsOf(next)[0]?.messages.map(({ text }) => text) ?? []
    expect(sent[1]).toContain('They asked three things.')
    expect(sent.slice(3)).toEqual([
      '/compact the tests',
      '12 earlier messages summarized. The next turns get the summary instead.',
      'Next.',
    ])
    expect(next.result.summary).toEqual(summary)
  })

  it('says so if there is nothing to summarize, or the model gives no summary', () => {
    const compactNow = { focus: '' }
    expect(play(wrapped()(task('/compact', { compactNow })), []).result).toMatchObject({ status: 'completed' })
    const none = play(wrapped()(task('/compact', { history: history(1), compactNow })), [reply(' ')])
    expect(none.result).toMatchObject({ status: 'failed', failure: { kind: 'strategy-gave-up' } })
  })

  it('has older turns summarised by the summarizer when the history outgrows the window', () => {
    const windows = { default: 2000 }
    const played = play(wrapped()(task('Next.', { history: history(20, 400), windows })), (step) => {
      if (step.kind !== 'call-model') throw new Error(step.kind)
      return reply(step.request.role === 'summarizer' ? 'They asked much.' : 'Yes.')
    })
    expect(played.phases).toEqual(['summarise older turns'])
    const sent = requestsOf(played).at(-1)?.messages ?? []
    expect(sent[0]?.role).toBe('system')
    expect(sent[1]?.text).toContain('They asked much.')
    expect(sent.at(-1)).toEqual({ role: 'user', text: 'Next.' })
    expect(sent).toContainEqual(exchange(19, 400)[0])
    expect(estimateTokens(sent)).toBeLessThan(2000)
    expect(played.notes[0]).toMatchObject({ title: 'older turns summarised' })
  })

  it('uses the summary of an earlier turn while it and what followed fit, and makes one anew when they do not', () => {
    const windows = { default: 4000 }
    const answers = (step: { kind: string; request?: { role: string } }) =>
      reply(step.request?.role === 'summarizer' ? 'They asked much.' : 'Yes.')
    const turn = (count: number, summary: HistorySummary | undefined) =>
      play(
        wrapped()(
          task('Next.', { history: history(count, 400), windows, compacts: true, ...(summary && { summary }) }),
        ),
        answers,
      )
    let summary: HistorySummary | undefined
    const made: boolean[] = []
    for (let count = 10; count < 40; count++) {
      const played = turn(count, summary)
      made.push(requestsOf(played).some(({ role }) => role === 'summarizer'))
      summary = played.result.summary
      const sent = requestsOf(played).at(-1)?.messages ?? []
      expect(sent).toContainEqual(exchange(count - 1, 400)[0])
      expect(sent.some(({ text }) => text.includes('They asked much.'))).toBe(made.includes(true))
      expect(estimateTokens(sent)).toBeLessThan(4000)
    }
    // Seldom, and never in two turns in a row.
    expect(made.filter(Boolean).length).toBeGreaterThan(1)
    expect(made.filter(Boolean).length).toBeLessThan(made.length / 2)
    // Of other messages than these it is no summary.
    const other = turn(30, { ...(summary ?? { covers: 1, text: '' }), fingerprint: 'other' })
    expect(requestsOf(other).some(({ role }) => role === 'summarizer')).toBe(true)
  })

  it('leaves older turns out where the option says so, or where no summary can be had', () => {
    const big = task('Next.', { history: history(20, 400), windows: { default: 2000 } })
    const trimmed = play(wrapped('trim')(big), [reply('Yes.')])
    expect(trimmed.notes[0]).toMatchObject({ title: 'older turns left out' })
    const down = new StepFailed({ kind: 'model-overloaded', message: 'Busy.', advice: 'Wait.' })
    const unsummarised = play(wrapped()(big), [down, reply('Yes.')])
    expect(unsummarised.notes[0]).toMatchObject({ title: 'older turns left out' })
    expect(unsummarised.result.status).toBe('completed')
  })

  it('shortens long results of the newest turn rather than losing it', () => {
    const big = task('Next.', { history: exchange(0, 60_000), windows: { default: 8000 } })
    const sent = requestsOf(play(wrapped('trim')(big), [reply('Yes.')]))[0]?.messages ?? []
    expect(sent.map((message) => message.role)).toEqual(['system', 'user', 'assistant', 'tool', 'assistant', 'user'])
    expect(sent[3]?.text.length).toBeLessThan(3000)
  })

  it('never parts a call from its result, whatever the history is and wherever it is cut', () => {
    const id = fc.constantFrom('a', 'b', 'c')
    const message: fc.Arbitrary<Message> = fc.oneof(
      fc.record({ role: fc.constant('user' as const), text: fc.string() }),
      fc.record({
        role: fc.constant('assistant' as const),
        text: fc.string(),
        reasoning: fc.constant(''),
        toolCalls: fc.uniqueArray(id).map((ids) => ids.map((each) => call(each, 'shell'))),
      }),
      fc.record({
        role: fc.constant('tool' as const),
        callId: id,
        tool: fc.constant('shell'),
        ok: fc.boolean(),
        text: fc.string(),
      }),
    )
    fc.assert(
      fc.property(fc.array(message, { maxLength: 30 }), fc.nat(400), (messages, room) => {
        const { older, newest } = newestWithin(exchangesOf(withWholeCalls(messages)), room)
        expect([...older, ...newest].flat()).toEqual(withWholeCalls(messages))
        for (const part of [older, newest]) expect(withWholeCalls(part.flat())).toEqual(part.flat())
        expect(estimateTokens(newest) <= room + 2 || newest.length === 0).toBe(true)
      }),
    )
  })
})

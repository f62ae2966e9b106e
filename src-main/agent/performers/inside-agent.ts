import type { Failure } from '../../../src-shared/base/failure.ts'
import { counted, plural } from '../../../src-shared/base/format.ts'
import { type Json, json } from '../../../src-shared/base/json.ts'
import { toolResult } from '../../../src-shared/model/tool.ts'
import { type AgentUpdate, agentPath } from '../../../src-shared/run/agent-update.ts'
import { fingerprintOf } from '../fingerprint.ts'
import { asStored } from '../plain-json.ts'
import type { OtherAgentListener } from '../ports.ts'
import type { RunContext } from '../run-context.ts'
import { approval, loggedBody } from './tool.ts'
import { type UserWaits, userWaits } from './user-waits.ts'

/** What another agent does, as steps under the step of its prompt. */
export interface InsideAgent {
  readonly listener: OtherAgentListener
  /**
   * Ends what is open; what comes later is ignored.
   * @param messages of the protocol, to be kept
   * @returns what the agent said last, and its number of tool calls
   */
  end(failure: Failure | null, messages: string | null): { readonly text: string; readonly toolCalls: number }
}

interface OpenCall {
  readonly path: string
  readonly began: number
  readonly waits: UserWaits
}
interface Speech {
  readonly path: string
  readonly channel: 'message' | 'thought'
  readonly of: string | null
  readonly began: number
  text: string
}

/** Characters of one message that are kept, and of all messages that make an answer. */
const [maxText, maxAnswer] = [200_000, 1_000_000]

/**
 * 1. Text that streams in is live only. A message is logged as a whole when it ends: with the next one, or with
 *    anything else the agent does.
 * 2. A tool call is logged when it starts and when it ends.
 * 3. Steps of an earlier attempt keep their paths: numbers go on after them.
 * @param afterCall called when a tool call has started
 */
export function insideAgent(path: string, context: RunContext, afterCall: () => void): InsideAgent {
  const { log, journal, ports } = context
  const calls = new Map<string, OpenCall>()
  let count = 0
  let speech: Speech | null = null
  /** The answer so far: what was said since the last tool call, for a notice may follow the answer as its own message. */
  let answer: string[] = []
  let answerLength = 0
  let leftOut = 0
  let hasCalledSince = false
  let toolCalls = 0
  let isOver = false

  const nextPath = (): string => {
    while (journal.has(agentPath(path, count))) count += 1
    count += 1
    return agentPath(path, count - 1)
  }
  const startUpdate = (update: AgentUpdate): string => {
    const at = nextPath()
    const ask = asStored(json, update, 'What the agent reported')
    const print = fingerprintOf('agent-update', ask)
    log.emit({ type: 'step-start', path: at, print, again: false, step: 'agent-update', ask })
    return at
  }
  const endUpdate = (at: string, value: Json, durationMs = 0) =>
    log.emit({ type: 'step-end', path: at, step: 'agent-update', outcome: { ok: true, value }, durationMs })
  const addToAnswer = (text: string) => {
    if (hasCalledSince) [answer, answerLength, leftOut] = [[], 0, 0]
    hasCalledSince = false
    if (text === '') return
    if (answerLength + text.length > maxAnswer) leftOut += 1
    else answer.push(text)
    answerLength += text.length
  }
  const endSpeech = () => {
    if (speech === null) return
    const { path: at, channel, text, began } = speech
    speech = null
    if (channel === 'message') {
      addToAnswer(text.trim())
    }
    endUpdate(at, { text }, ports.clock.elapsed() - began)
  }
  const once = (update: AgentUpdate, value: Json) => {
    endSpeech()
    endUpdate(startUpdate(update), value)
  }
  const say = (channel: Speech['channel'], text: string, of: string | null) => {
    if (speech === null || speech.channel !== channel || speech.of !== of) {
      endSpeech()
      const at = startUpdate({ kind: channel })
      speech = { path: at, channel, of, began: ports.clock.elapsed(), text: '' }
    }
    if (speech.text.length >= maxText) return
    speech.text = `${speech.text}${text}`.slice(0, maxText)
    log.live({ type: 'model-delta', path: speech.path, channel: channel === 'message' ? 'text' : 'reasoning', text })
  }
  const listener: OtherAgentListener = {
    session: (session, update, before) => {
      once(update, { session, ...(before !== null && { before }) })
      // After a crash it is found here.
      log.commit()
    },
    said: say,
    plan: (entries) => once({ kind: 'plan', entries }, null),
    callStart: (key, call, effect) => {
      endSpeech()
      hasCalledSince = true
      const at = nextPath()
      calls.set(key, { path: at, began: ports.clock.elapsed(), waits: userWaits(ports.clock) })
      toolCalls += 1
      const print = fingerprintOf('run-tool', [call, null])
      log.emit({ type: 'tool-start', path: at, print, again: false, call, effect })
      afterCall()
    },
    callOutput: (key, text) => {
      const call = calls.get(key)
      if (call !== undefined) log.live({ type: 'tool-output', path: call.path, text })
    },
    callEnd: (key, { result, body }) => {
      const call = calls.get(key)
      if (call === undefined) return
      endSpeech()
      calls.delete(key)
      const durationMs = ports.clock.elapsed() - call.began
      const value = asStored(toolResult, { ...result, durationMs }, 'What the agent reported of a tool call')
      const outcome = { ok: true, value } as const
      const end = { type: 'tool-end', path: call.path, outcome, body: loggedBody(body, context), durationMs } as const
      log.emit({ ...end, ...call.waits.durations() })
    },
    approve: (key, ask) => {
      const call = calls.get(key)
      if (call === undefined) throw new Error('A call that has not started cannot be approved.')
      return call.waits.during('approval', () => approval(call.path, null, context)(ask))
    },
    notice: (level, text) => log.emit({ type: 'notice', path: agentPath(path, count), level, text }),
  }
  const end: InsideAgent['end'] = (failure, messages) => {
    if (!isOver) {
      endSpeech()
      for (const { path: at, began, waits } of calls.values()) {
        const why = failure ?? notEnded
        const durationMs = ports.clock.elapsed() - began
        const outcome = { ok: false, failure: why } as const
        log.emit({ type: 'tool-end', path: at, outcome, body: { kind: 'none' }, durationMs, ...waits.durations() })
      }
      calls.clear()
      if (messages !== null && messages !== '')
        once({ kind: 'messages' }, { messages: ports.log.putBody(JSON.stringify({ kind: 'text', text: messages })) })
      isOver = true
    }
    return {
      text: [...answer, ...(leftOut === 0 ? [] : [leftOutNote(leftOut)])].join('\n\n'),
      toolCalls,
    }
  }
  return { listener: untilOver(listener, () => isOver, log), end }
}

const leftOutNote = (count: number) =>
  `[${counted(count, 'more message')} ${plural(count, 'is', 'are')} on the timeline: the answer is too long to show as one.]`

const notEnded = {
  kind: 'interrupted',
  message: 'The agent ended before this call did.',
  advice: 'Look at the files before you go on.',
} as const

/**
 * The same listener, deaf once the step has ended: a process may be late. A log that can't be written has halted the run
 * already (run-context.ts, invariant 2): to throw that into the agent's connection, which calls the listener, would end
 * the app.
 */
function untilOver(listener: OtherAgentListener, isOver: () => boolean, log: RunContext['log']): OtherAgentListener {
  const heard = (work: () => void) => {
    if (isOver() || log.broken !== null) return
    try {
      work()
    } catch (thrown) {
      if (log.broken === null) throw thrown
    }
  }
  return {
    session: (...words) => heard(() => listener.session(...words)),
    said: (...words) => heard(() => listener.said(...words)),
    plan: (...words) => heard(() => listener.plan(...words)),
    callStart: (...words) => heard(() => listener.callStart(...words)),
    callOutput: (...words) => heard(() => listener.callOutput(...words)),
    callEnd: (...words) => heard(() => listener.callEnd(...words)),
    approve: (...words) => (isOver() ? Promise.reject(new Error('The prompt has ended.')) : listener.approve(...words)),
    notice: (...words) => heard(() => listener.notice(...words)),
  }
}

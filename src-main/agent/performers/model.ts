import { formatDuration } from '../../../src-shared/base/format.ts'
import type { JsonObject } from '../../../src-shared/base/json.ts'
import { type ModelReply, type ModelRequest, modelReply } from '../../../src-shared/model/message.ts'
import type { ModelApi } from '../../../src-shared/model/provider-data.ts'
import type { BoundRole } from '../../../src-shared/run/leaf-starts.ts'
import type { Leaf } from '../../strategy/steps.ts'
import { fingerprintOfText } from '../fingerprint.ts'
import { Halt } from '../halt.ts'
import { keptOf, noAnswer, type PartialAnswer, usedBy } from '../messages/partial-answer.ts'
import { asStored } from '../plain-json.ts'
import type { ModelAnswer, ModelStreamHandler } from '../ports.ts'
import type { RunContext } from '../run-context.ts'
import type { LeafEnd, LeafWork } from './leaf-work.ts'

/** One streamed chat completion for a role. */
export function modelWork({ request }: Leaf<'call-model'>, path: string, context: RunContext): LeafWork {
  const { ports } = context
  const entered = context.requests.enter(path, request.messages)
  const fingerprint = fingerprintOfText('call-model', asText(request, entered.digest, context))
  return {
    fingerprint,
    // A request without an answer is sent again after a crash, so the log is written while the model answers.
    quiet: true,
    start: (again) => {
      const bound = boundFor(request.role, context)
      return {
        type: 'model-start',
        path,
        print: fingerprint,
        again,
        role: request.role,
        bound,
        ...apiOf(ports.model.api(bound)),
        messages: entered.messages,
        ...(ports.model.forms && { forms: [...ports.model.forms(bound)] }),
        ...(ports.model.images?.(bound) === false && { images: false as const }),
        tools: context.requests.enterTools(request.tools),
        parameters: ports.model.parameters(bound, request),
      }
    },
    perform: async () => {
      // What an earlier attempt had written before a crash is void: the model is asked again.
      context.partials.delete(path)
      const began = ports.clock.elapsed()
      const bound = boundFor(request.role, context)
      let waitedMs = 0
      const since = () => ports.clock.elapsed() - began - waitedMs
      const changes = changesOf(bound, request, context)
      const handler = streamHandler(path, bound.profileName, context, since, changes, (ms) => {
        waitedMs += ms
      })
      const answer = await ports.model.call(bound, request, handler, context.halts.signal)
      return finished(answer, path, ports.clock.elapsed() - began, Math.round(waitedMs), context)
    },
    failed: (failure, durationMs) => {
      const partial = context.partials.get(path)
      const isKnown = partial !== undefined
      return {
        type: 'model-end',
        path,
        outcome: { ok: false, failure },
        ...(isKnown && keptOf(partial)),
        ...(isKnown && { spent: usedBy(partial, JSON.stringify(request).length) }),
        firstTokenMs: partial?.firstTokenMs ?? null,
        durationMs,
        cost: null,
      }
    },
  }
}

/**
 * What tells one request from another, as JSON text: `[digest of the messages, their number, all else]`. The tools
 * are by far the largest part and the same from request to request, so that their text is made once.
 */
function asText({ messages, ...rest }: ModelRequest, digest: string, context: RunContext): string {
  const fields = Object.entries(rest).flatMap(([name, value]) => {
    const text = name === 'tools' ? context.requests.toolsText(rest.tools) : JSON.stringify(value)
    return text === undefined ? [] : [`${JSON.stringify(name)}:${text}`]
  })
  return `[${JSON.stringify(digest)},${messages.length},{${fields.join(',')}}]`
}

const apiOf = (api: ModelApi) => (api === 'chat-completions' ? {} : { api })

function boundFor(role: string, context: RunContext) {
  const bound = context.roles[role] ?? context.roles['default']
  if (bound !== undefined) return bound
  const failure = {
    kind: 'invalid-request',
    message: `No model is set for the role ${role}.`,
    advice: 'Choose a model for it, or a default model, and send the message again.',
  } as const
  throw context.halts.raise(new Halt('failed', failure), 'before-next-step')
}

type Resent = { readonly forms: readonly string[]; readonly parameters: JsonObject }

/** What is sent otherwise than before, each time that it is asked; null if nothing is. */
function changesOf(bound: BoundRole, request: ModelRequest, { ports: { model } }: RunContext): () => Resent | null {
  const now = (): Resent => ({ forms: model.forms?.(bound) ?? [], parameters: model.parameters(bound, request) })
  let before = JSON.stringify(now())
  return () => {
    const sent = now()
    const text = JSON.stringify(sent)
    if (text === before) return null
    before = text
    return sent
  }
}

/** A shorter wait for room is not worth a line, ms. */
const noticedMs = 1000

function streamHandler(
  path: string,
  model: string,
  context: RunContext,
  since: () => number,
  changes: () => Resent | null,
  waited: (ms: number) => void,
): ModelStreamHandler {
  const { log, partials } = context
  const grow = (more: (before: PartialAnswer) => Partial<PartialAnswer>) => {
    const before = partials.get(path) ?? { ...noAnswer, firstTokenMs: since() }
    partials.set(path, { ...before, ...more(before) })
  }
  return {
    onDelta: (channel, text) => {
      grow((before) => ({ [channel]: before[channel] + text }))
      log.live({ type: 'model-delta', path, channel, text })
    },
    onCallDelta: (index, tool, text) => {
      grow(({ calls }) => ({ calls: calls + text.length }))
      log.live({ type: 'model-call-delta', path, index, tool, text })
    },
    onRetry: (attempt, waitMs, failure) => {
      if (context.halts.halt !== null) return
      partials.delete(path)
      const resent = changes()
      log.emit({ type: 'model-retry', path, attempt, waitMs, failure, ...(resent !== null && { resent }) })
      log.commit()
    },
    onTryNow: () => {
      if (context.halts.halt !== null) return
      log.emit({ type: 'model-try-now', path })
      log.commit()
    },
    onRoomWait: (waitMs) => {
      context.meter.waitBegan()
      if (waitMs < noticedMs || context.halts.halt !== null) return
      const text = `Waits ${formatDuration(waitMs)}, since “${model}” is at its limit of requests or tokens a minute.`
      log.emit({ type: 'notice', path, level: 'info', text })
      log.commit()
    },
    onNotice: (text) => {
      if (context.halts.halt !== null) return
      log.emit({ type: 'notice', path, level: 'warning', text })
      log.commit()
    },
    onRoom: (waitedMs) => {
      context.meter.waitEnded()
      waited(waitedMs)
    },
  }
}

function finished(
  answer: ModelAnswer,
  path: string,
  durationMs: number,
  waitedMs: number,
  context: RunContext,
): LeafEnd {
  const partial = context.partials.get(path)
  const firstTokenMs = answer.firstTokenMs ?? partial?.firstTokenMs ?? null
  const end = { type: 'model-end', path, firstTokenMs, durationMs, ...(waitedMs > 0 && { waitedMs }) } as const
  if (!answer.ok) {
    const outcome = { ok: false, failure: answer.failure } as const
    const { spent } = answer
    const used = { ...(spent && { spent: spent.usage }), cost: spent?.cost ?? null }
    return { outcome, end: { ...end, outcome, ...(partial && keptOf(partial)), ...used } }
  }
  const { input, output } = answer.reply.usage
  const budget = context.meter.standing({ tokens: input + output, cost: answer.cost ?? 0 })
  const value: ModelReply = asStored(modelReply, { ...answer.reply, budget }, "The model's reply")
  context.partials.delete(path)
  return { outcome: { ok: true, value }, end: { ...end, outcome: { ok: true, value }, cost: answer.cost } }
}

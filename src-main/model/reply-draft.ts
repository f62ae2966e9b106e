import { assertNever } from '../../src-shared/base/assert-never.ts'
import { estimatedUsage } from '../../src-shared/model/estimated-usage.ts'
import type { FinishReason, ModelReply, ModelRequest, ToolCall, Usage } from '../../src-shared/model/message.ts'
import { type Fault, FaultError } from './fault.ts'
import { ProviderParts } from './provider-parts.ts'
import { StopSequenceFilter } from './stop-sequence-filter.ts'
import { callsAtEnd } from './text-answers/text-calls.ts'
import { ThinkFilter, thoughtBefore } from './text-answers/think-filter.ts'
import { CallDrafts, type CallsEnd } from './tolerance/call-drafts.ts'
import { answerTooLarge, cutOff, empty, filtered, serverBroke } from './tolerance/explain-stream.ts'
import type { CallDelta, Connection, ReplyPart } from './wire.ts'

/** A larger answer is stopped: it would be half a million tokens, which no model writes, and no window could show it. */
const maxCharacters = 2_000_000
/** The same of the arguments of its calls. */
const maxArguments = 1_000_000
const maxCalls = 500

export type Reply = Omit<ModelReply, 'budget'>
type DraftEnd = { readonly ok: true; readonly reply: Reply } | { readonly ok: false; readonly fault: Fault }

/** Receives an answer as it streams. */
export interface DraftHandler {
  onDelta(channel: 'text' | 'reasoning', text: string): void
  onCallDelta(index: number, tool: string, text: string): void
}

/**
 * One answer, assembled from its parts.
 *
 * 1. Without a finish reason there is no reply: the stream was cut off, and none of its calls may run (T9). The API's
 *    own end of a stream stands for one, but only for calls whose arguments have closed.
 * 2. After the finish reason, no later error invalidates the answer.
 * 3. Each character is scanned once, however small the parts.
 * 4. In Chat Completions, thinking and calls that a server left in the text are taken out of it (text-answers/).
 */
export class ReplyDraft {
  private readonly at: Connection
  private readonly request: ModelRequest
  private readonly handler: DraftHandler
  private readonly stop: StopSequenceFilter
  private readonly think: ThinkFilter | null
  private readonly calls = new CallDrafts()
  private readonly parts = new ProviderParts()
  private text = ''
  private reasoning = ''
  private characters = 0
  private inCalls = 0
  private finish: FinishReason | null = null
  private usage: Usage | null = null
  private model = ''
  /** A part of the answer has arrived. */
  started = false
  /** The request's own condition is met: the rest of the stream is not needed. */
  enough: 'no' | 'calls' | 'stop-sequence' = 'no'

  constructor(at: Connection, request: ModelRequest, handler: DraftHandler) {
    this.at = at
    this.request = request
    this.handler = handler
    this.stop = new StopSequenceFilter(request.stop)
    this.think = at.profile.api === 'chat-completions' ? new ThinkFilter() : null
  }

  get finished(): boolean {
    return this.finish !== null
  }

  /** How much of an answer has arrived: characters and calls. Signs of life and empty parts add nothing. */
  get size(): number {
    return this.characters + this.calls.count
  }

  add(part: ReplyPart): void {
    switch (part.kind) {
      case 'model':
        this.model = part.model
        break
      case 'usage':
        this.usage = part.usage
        break
      case 'finish':
        this.addFinish(part.reason, part.words)
        break
      case 'done':
        if (this.started) this.finish ??= 'stop'
        break
      case 'text':
      case 'reasoning':
        this.addText(part.kind, part.text)
        break
      case 'call':
        this.addCall(part.delta)
        break
      case 'extra':
        this.parts.addExtra(part)
        break
      case 'raw':
        this.parts.addRaw(part)
        break
      default:
        assertNever(part)
    }
  }

  private addFinish(reason: FinishReason | 'broken', words: string): void {
    if (reason === 'broken') throw new FaultError(serverBroke(this.at, `finish reason: ${words}`))
    this.finish = reason
  }

  private addText(channel: 'text' | 'reasoning', text: string): void {
    this.count(text)
    if (channel === 'reasoning' || this.think === null) this.addShown(channel, text)
    else for (const part of this.think.add(text)) this.addShown(part.kind, part.text)
  }

  private addShown(channel: 'text' | 'reasoning', text: string): void {
    const shown = channel === 'text' ? this.stop.add(text) : text
    if (channel === 'text') this.text += shown
    else this.reasoning += text
    this.parts.addText(channel, shown.length)
    if (shown !== '') this.handler.onDelta(channel, shown)
    if (this.stop.hit) this.enough = 'stop-sequence'
  }

  private addCall(delta: CallDelta): void {
    this.count(delta.arguments)
    this.inCalls += delta.arguments.length
    if (this.inCalls > maxArguments)
      throw new FaultError(
        answerTooLarge(this.at, `its tool calls have more than ${maxArguments / 1_000_000} million characters`),
      )
    const { position, tool } = this.calls.add(delta)
    this.parts.addCall(position, delta.extra)
    if (this.calls.count > maxCalls)
      throw new FaultError(answerTooLarge(this.at, `it contains more than ${maxCalls} tool calls`))
    // A call after the finish reason: the server has not finished after all.
    this.finish = null
    this.handler.onCallDelta(position, tool, delta.arguments)
    const most = this.request.stopAfterCalls
    if (most > 0 && this.calls.closed(position) >= most) this.enough = 'calls'
  }

  private count(text: string): void {
    this.started = true
    this.characters += text.length
    if (this.characters > maxCharacters)
      throw new FaultError(answerTooLarge(this.at, `it is longer than ${maxCharacters / 1_000_000} million characters`))
  }

  /** What an answer that is cut off used at least, by what the server said of it and by what arrived. */
  spent(sent: number): Usage {
    const estimate = estimatedUsage(sent, this.characters)
    if (this.usage === null) return estimate
    return { ...this.usage, output: Math.max(this.usage.output, estimate.output), estimated: true }
  }

  /** The reply, once the stream has ended. @param sent characters of the request */
  end(sent: number): DraftEnd {
    if (this.enough === 'no' && this.finish === null) return { ok: false, fault: cutOff(this.at, 'no finish reason') }
    this.flush()
    this.readText()
    const all = this.calls.calls(this.callsEnd(), () => idsIn(this.request))
    const toolCalls = this.takenCalls(all)
    const finish = this.finishReason(toolCalls.length)
    if (toolCalls.length === 0 && this.text.trim() === '') return { ok: false, fault: this.nothing(finish) }
    const reply: Reply = {
      message: {
        role: 'assistant',
        text: this.text,
        reasoning: this.reasoning,
        toolCalls,
        ...this.carried((at) => placeIn(toolCalls, all[at])),
      },
      finish,
      usage: this.usage ?? estimatedUsage(sent, this.characters),
      model: this.model === '' ? this.at.model : this.model,
    }
    return { ok: true, reply }
  }

  /** What a server left in the text, once all of it is there. An answer that was cut off may end in half a call. */
  private readText(): void {
    if (this.think === null) return
    const thought = this.reasoning === '' ? thoughtBefore(this.text) : null
    if (thought !== null) {
      this.reasoning = thought.reasoning
      this.text = thought.text
    }
    const { tools } = this.request
    if (this.calls.count > 0 || tools.length === 0 || this.enough !== 'no') return
    // A parser for another model's calls finds that there are some, and none of them.
    if (this.finish !== 'stop' && this.finish !== 'tool-calls') return
    const inText = callsAtEnd(this.text, tools)
    // Thinking that does not end takes the calls in.
    const inThought = this.text.trim() === '' ? callsAtEnd(this.reasoning, tools) : null
    const read = inText ?? inThought
    if (read === null) return
    if (inText === null) this.reasoning = read.text
    else this.text = read.text
    for (const [index, call] of read.calls.slice(0, maxCalls).entries()) {
      const { position } = this.calls.add({ index, id: '', ...call })
      this.handler.onCallDelta(position, call.tool, call.arguments)
    }
  }

  private flush(): void {
    for (const part of this.think?.rest() ?? []) this.addShown(part.kind, part.text)
    const rest = this.stop.rest()
    this.text += rest
    this.parts.addText('text', rest.length)
    if (rest !== '') this.handler.onDelta('text', rest)
  }

  private carried(positionOf: (call: number) => number): Pick<Reply['message'], 'carried'> {
    const parts = this.parts.carried(positionOf)
    const { profile, model } = this.at
    return parts === null ? {} : { carried: { api: profile.api, profileId: profile.id, model, parts } }
  }

  private takenCalls(all: readonly ToolCall[]): readonly ToolCall[] {
    const most = this.request.stopAfterCalls
    if (most === 0 || all.length <= most) return all
    // The request was for the first N complete calls: any others are dropped.
    const complete = all.filter((call) => call.complete)
    return complete.length >= most ? complete.slice(0, most) : all
  }

  private callsEnd(): CallsEnd {
    if (this.enough === 'calls') return 'enough'
    return this.finish === null || this.finish === 'length' || this.finish === 'content-filter' ? 'cut' : 'whole'
  }

  private finishReason(calls: number): FinishReason {
    if (this.enough === 'stop-sequence') return 'stop-sequence'
    if (this.finish === 'length' || this.finish === 'content-filter') return this.finish
    if (calls > 0) return 'tool-calls'
    return this.finish ?? 'stop'
  }

  private nothing(finish: FinishReason): Fault {
    if (finish === 'content-filter') return filtered(this.at)
    return empty(this.at, this.reasoning.trim() !== '', finish === 'length')
  }
}

const placeIn = (calls: readonly ToolCall[], call: ToolCall | undefined): number =>
  call === undefined ? -1 : calls.indexOf(call)

function idsIn(request: ModelRequest): ReadonlySet<string> {
  return new Set(
    request.messages.flatMap((each) => (each.role === 'assistant' ? each.toolCalls.map((call) => call.id) : [])),
  )
}

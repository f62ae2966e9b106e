import { formatNumber } from '../../src-shared/base/format.ts'
import { hasImages } from '../../src-shared/mentions/image-marks.ts'
import type { Message, Usage } from '../../src-shared/model/message.ts'
import { endpointName } from './endpoints/endpoint.ts'
import { isNearby } from './endpoints/presets.ts'
import type { Connection } from './wire.ts'

/** Shorter messages say nothing, characters. */
const minSent = 12_000
/** No text has more characters a token than this, but for long runs of one character. */
const [suspicious, impossible] = [8, 16]
/** Usual windows of servers, tokens, and how near to one a cut prompt ends. */
const usualWindows = [2048, 4096, 8192, 16_384, 32_768] as const
const near = 0.03
/** What is remembered of an endpoint, requests. */
const most = 20

interface Counted {
  /** Characters of the messages: a server may count tools and form apart, or leave them out. */
  readonly sent: number
  /** Tokens. */
  readonly input: number
}

/**
 * Notices servers that cut a prompt to their own window without an error, as Ollama does: the input that they report is
 * far below what was sent, and is that of a window, or does not grow with what is sent. Each is named once.
 */
export class CutPrompts {
  private readonly known = new Map<string, Counted[]>()
  private readonly told = new Set<string>()

  /** What to tell the user; null: nothing was cut, or it has been told. */
  look(to: Connection, messages: readonly Message[], usage: Usage): string | null {
    const { profile, model } = to
    if (usage.estimated || usage.cachedInput > 0 || !isNearby(profile.baseUrl) || messages.some(isWithImages))
      return null
    const sent = messages.reduce((sum, each) => sum + lengthOf(each), 0)
    const key = JSON.stringify([profile.baseUrl, model])
    const before = this.known.get(key) ?? []
    this.known.set(key, [...before, { sent, input: usage.input }].slice(-most))
    if (this.told.has(key) || !isCut({ sent, input: usage.input }, before)) return null
    this.told.add(key)
    return [
      `${model} at ${endpointName(to)} read only ${formatNumber(usage.input)} tokens of a request of some ${formatNumber(Math.round(sent / 4000))},000:`,
      'its server seems to cut requests to its own context window, so the model does not see all of the conversation.',
      'Give it a larger window (Ollama: OLLAMA_CONTEXT_LENGTH or num_ctx; llama.cpp: --ctx-size; LM Studio: its context length), or set the context window of this model in Settings to what it has.',
    ].join(' ')
  }
}

function isCut({ sent, input }: Counted, before: readonly Counted[]): boolean {
  if (input === 0 || sent < minSent || sent / input < suspicious) return false
  if (sent / input > impossible) return true
  const isWindow = usualWindows.some((window) => input <= window && input > window * (1 - near))
  return isWindow || before.some((each) => each.sent < sent * 0.8 && each.input >= input * (1 - near))
}

function lengthOf(message: Message): number {
  if (message.role !== 'assistant') return message.text.length
  return message.toolCalls.reduce((sum, call) => sum + call.tool.length + call.arguments.length, message.text.length)
}

const isWithImages = (message: Message): boolean =>
  (message.role === 'user' || message.role === 'tool') && hasImages(message.text)

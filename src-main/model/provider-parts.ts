import type { Json } from '../../src-shared/base/json.ts'
import type { ProviderPart } from '../../src-shared/model/provider-data.ts'
import type { ReplyPart } from './wire.ts'

/** The order of an answer's pieces. It is stored only if the server wants some of them back. */
export class ProviderParts {
  private readonly parts: ProviderPart[] = []
  private readonly calls = new Map<number, number>()
  private wanted = false

  /** @param length characters */
  addText(kind: 'text' | 'reasoning', length: number): void {
    if (length === 0) return
    const last = this.parts.at(-1)
    const before = last === undefined || 'extra' in last ? null : lengthOf(last, kind)
    const part = kind === 'text' ? { text: (before ?? 0) + length } : { reasoning: (before ?? 0) + length }
    this.parts.splice(before === null ? this.parts.length : -1, 1, part)
  }

  addExtra({ of, extra }: Extract<ReplyPart, { kind: 'extra' }>): void {
    this.wanted = true
    const last = this.parts.at(-1)
    const before = last === undefined || 'extra' in last ? null : lengthOf(last, of)
    const part = of === 'text' ? { text: before ?? 0, extra } : { reasoning: before ?? 0, extra }
    this.parts.splice(before === null ? this.parts.length : -1, 1, part)
  }

  addCall(position: number, extra: Json | undefined): void {
    const at = this.calls.get(position) ?? this.parts.length
    this.calls.set(position, at)
    if (extra !== undefined) this.wanted = true
    if (extra !== undefined || at === this.parts.length)
      this.parts[at] = { call: position, ...(extra === undefined ? {} : { extra }) }
  }

  addRaw({ raw, join }: Extract<ReplyPart, { kind: 'raw' }>): void {
    this.wanted = true
    // Its text also arrives as reasoning between the items.
    const at = join === undefined ? -1 : this.parts.findLastIndex((part) => 'raw' in part)
    const before = this.parts[at]
    const joined = before !== undefined && 'raw' in before ? (join?.(before.raw) ?? null) : null
    if (joined === null) this.parts.push({ raw })
    else this.parts[at] = { raw: joined }
  }

  /**
   * The pieces to store; null if the server wants nothing back.
   * @param placeOf the position among the calls that are kept; -1 if it is dropped
   */
  carried(positionOf: (call: number) => number): readonly ProviderPart[] | null {
    if (!this.wanted) return null
    return this.parts.flatMap((part): ProviderPart[] => {
      if (!('call' in part)) return [part]
      const call = positionOf(part.call)
      return call === -1 ? [] : [{ ...part, call }]
    })
  }
}

function lengthOf(part: ProviderPart, kind: 'text' | 'reasoning'): number | null {
  if (kind === 'text') return 'text' in part ? part.text : null
  return 'reasoning' in part ? part.reasoning : null
}

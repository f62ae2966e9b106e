import { parseOutside } from '../../../src-shared/base/excess.ts'
import { FaultError } from '../fault.ts'
import { malformed } from '../tolerance/explain-stream.ts'
import type { Connection, ReplyPart } from '../wire.ts'

/** A call as an item of an answer has it. */
interface CallItem {
  readonly type: string
  readonly call_id: string
  readonly name: string
  readonly arguments: string
}

interface Call {
  readonly id: string
  /** What has been passed on. */
  streamed: string
  /** The arguments as a whole, as they were said before the item was done. */
  said: string
  isDone: boolean
}

/**
 * The arguments of the calls of one streamed answer. Servers send them as deltas, as a whole with the item's beginning,
 * in an event of their own, with the item's end, or with the answer's end.
 *
 * 1. They are passed on once, whichever way they came.
 * 2. An answer whose deltas are not what it says in the end is damaged: a call must not run with other arguments than
 *    the model's (T13).
 */
export class CallArguments {
  private readonly at: Connection
  private readonly calls = new Map<number, Call>()

  constructor(at: Connection) {
    this.at = at
  }

  get count(): number {
    return this.calls.size
  }

  begin(place: number, item: CallItem): readonly ReplyPart[] {
    this.calls.set(place, { id: item.call_id, streamed: '', said: item.arguments, isDone: false })
    return [part(place, item, '')]
  }

  add(place: number, text: string): readonly ReplyPart[] {
    const call = this.calls.get(place)
    if (call === undefined) throw this.damaged(`arguments of item ${place}, which never began`)
    call.streamed += text
    return [part(place, null, text)]
  }

  said(place: number, text: string): void {
    const call = this.calls.get(place)
    if (call === undefined) throw this.damaged(`arguments of item ${place}, which never began`)
    if (text !== '') call.said = text
  }

  end(place: number, item: CallItem): readonly ReplyPart[] {
    const begun = this.calls.has(place) ? [] : this.begin(place, item)
    const call = this.calls.get(place)
    if (call === undefined || call.isDone) return begun
    call.isDone = true
    const whole = item.arguments || call.said
    if (call.streamed === '') return whole === '' ? begun : [...begun, part(place, null, whole)]
    if (whole !== '' && !isSame(whole, call.streamed)) throw this.damaged('arguments that differ from their parts')
    return begun
  }

  /** The calls whose end was not sent apart. @param items of the whole answer */
  endAll(items: readonly (CallItem | null | undefined)[]): readonly ReplyPart[] {
    const named = items.filter((each) => each?.type === 'function_call')
    return [...this.calls].flatMap(([place, call]) => {
      const item = named.find((each) => each?.call_id === call.id)
      return this.end(place, item ?? { type: 'function_call', call_id: call.id, name: '', arguments: '' })
    })
  }

  private damaged(detail: string): FaultError {
    return new FaultError(malformed(this.at, detail))
  }
}

const part = (index: number, item: CallItem | null, text: string): ReplyPart => ({
  kind: 'call',
  delta: { index, id: item?.call_id ?? '', tool: item?.name ?? '', arguments: text },
})

/** Some servers write the whole again, with other white space. */
function isSame(one: string, other: string): boolean {
  if (one === other) return true
  try {
    return JSON.stringify(parseOutside(one)) === JSON.stringify(parseOutside(other))
  } catch {
    return false
  }
}

import { parseOutside } from '../../../src-shared/base/excess.ts'
import type { ToolCall } from '../../../src-shared/model/message.ts'
import type { CallDelta } from '../wire.ts'
import { ArgumentScan } from './argument-scan.ts'

interface CallDraft {
  id: string
  tool: string
  arguments: string
  readonly scan: ArgumentScan
}

/** How a stream ended: by itself, early or at a length limit, or by the client because there were enough calls. */
export type CallsEnd = 'whole' | 'cut' | 'enough'

/**
 * The tool calls of one reply, assembled from their parts. Servers differ: parts of several calls come
 * interleaved, all under one index, without an index, without ids, with the name on every part.
 *
 * 1. A part belongs to the call with its index; without one, to the call with its id; without both, to the
 *    call that came last.
 * 2. It begins a new call if that call has another id, or its arguments have closed and a name arrives again.
 */
export class CallDrafts {
  private readonly drafts: CallDraft[] = []
  private readonly byIndex = new Map<number, number>()
  private readonly byId = new Map<string, number>()
  private readonly whole = new Set<number>()
  private latest = -1

  get count(): number {
    return this.drafts.length
  }

  /** Returns the position of the part's call in the reply, and the call's tool so far. */
  add(delta: CallDelta): { readonly position: number; readonly tool: string } {
    const known = this.find(delta)
    const position = known === -1 ? this.begin(delta) : known
    const draft = this.drafts[position]
    if (draft === undefined) throw new Error(`no call at ${position}`)
    if (draft.id === '' && delta.id !== '') {
      draft.id = delta.id
      this.byId.set(delta.id, position)
    }
    draft.tool = joinName(draft, delta.tool)
    draft.arguments += delta.arguments
    draft.scan.add(delta.arguments)
    this.latest = position
    return { position, tool: draft.tool }
  }

  private find(delta: CallDelta): number {
    const position =
      delta.index !== null
        ? (this.byIndex.get(delta.index) ?? -1)
        : (this.byId.get(delta.id) ?? this.withoutPlace(delta))
    const draft = this.drafts[position]
    return draft === undefined || beginsAnother(draft, delta) ? -1 : position
  }

  // A new id without an index is a new call; so is a first part without either.
  private withoutPlace(delta: CallDelta): number {
    const draft = this.drafts[this.latest]
    return delta.id !== '' && draft !== undefined && draft.id !== '' ? -1 : this.latest
  }

  private begin(delta: CallDelta): number {
    const position = this.drafts.push({ id: delta.id, tool: '', arguments: '', scan: new ArgumentScan() }) - 1
    if (delta.index !== null) this.byIndex.set(delta.index, position)
    if (delta.id !== '' && !this.byId.has(delta.id)) this.byId.set(delta.id, position)
    return position
  }

  /**
   * How many calls have closed with arguments that are JSON; only the one at `position` is checked again.
   * A call that has just begun closes none: arguments without an object are only known to be complete at the end.
   */
  closed(position: number): number {
    const draft = this.drafts[position]
    if (draft?.scan.closed && isJson(draft.arguments)) this.whole.add(position)
    else this.whole.delete(position)
    return this.whole.size
  }

  /**
   * The calls, each with a unique id.
   * @param end `cut`: the last call, the one that was being written, and every call that has not closed are not
   *   complete (T9). `enough`: only closed ones are
   * @param idsBefore ids in use earlier in the conversation; called only if there are calls
   */
  calls(end: CallsEnd, idsBefore: () => ReadonlySet<string>): ToolCall[] {
    if (this.drafts.length === 0) return []
    const taken = idsBefore()
    const used = new Set(taken)
    return this.drafts.map((draft, position) => {
      const complete = this.isComplete(draft, position, end)
      return {
        id: uniqueId(draft.id, taken.size + position, used),
        tool: draft.tool === '' ? 'unnamed' : draft.tool,
        arguments: complete && draft.arguments.trim() === '' ? '{}' : draft.arguments,
        complete,
      }
    })
  }

  private isComplete(draft: CallDraft, position: number, end: CallsEnd): boolean {
    if (end === 'enough') return this.whole.has(position)
    // What stands around an object, such as a fence, does not make it incomplete.
    if (draft.scan.opened && draft.scan.isInside) return false
    if (end === 'whole') return true
    return draft.scan.closed && position !== this.drafts.length - 1 && position !== this.latest
  }
}

function beginsAnother(draft: CallDraft, delta: CallDelta): boolean {
  if (delta.id !== '' && draft.id !== '' && delta.id !== draft.id) return true
  return (
    delta.tool !== '' && draft.tool !== '' && draft.scan.closed && (delta.arguments !== '' || delta.tool !== draft.tool)
  )
}

// Some servers send the whole name with every part, a few send it in pieces before the arguments.
function joinName(draft: CallDraft, more: string): string {
  if (more === '' || more === draft.tool || draft.arguments !== '') return draft.tool === '' ? more : draft.tool
  return more.startsWith(draft.tool) ? more : draft.tool + more
}

/** The server's id if it is unique, otherwise a new one; every server accepts nine letters and digits. */
function uniqueId(id: string, index: number, used: Set<string>): string {
  let own = id
  for (let n = index; own === '' || used.has(own); n++) own = `call${String(n).padStart(5, '0')}`
  used.add(own)
  return own
}

function isJson(text: string): boolean {
  try {
    parseOutside(text)
    return true
  } catch {
    return false
  }
}

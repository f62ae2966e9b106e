import type { Message } from '../../src-shared/model/message.ts'
import type { RunView } from '../../src-shared/run/view/run-view.ts'

/** What a compacted context no longer shows to the model, by the requests before and after it. */
export interface ContextCut {
  /**
   * Tool results that are shorter now, with what they were. `was` is null for a result that the request before did not
   * contain.
   */
  readonly shortened: readonly { readonly was: Message | null; readonly now: Message }[]
  readonly leftOut: readonly Message[]
  /** The summary of those left out, or the sentence that says so. */
  readonly inTheirPlace: readonly Message[]
}

/** The words of src-main/strategy/context that stand in place of what was cut. */
const ours = /to fit the context window/

/**
 * 1. Messages that both requests contain are kept, whatever their order.
 * 2. Results are matched by their call. Results in a text protocol have none: the latest that are gone are the
 *    shortened ones, as the strategy leaves out older messages first.
 */
export function contextCut(before: readonly Message[], after: readonly Message[]): ContextCut {
  const gone = notIn(before, after)
  const fresh = notIn(after, before).filter(({ text }) => ours.test(text))
  const isSummary = ({ role, text }: Message) => role === 'user' && /^(Summary of )?[\d]+ earlier messages/.test(text)
  const cut = fresh.filter((each) => !isSummary(each))
  const byCall = new Map(gone.flatMap((each) => (each.role === 'tool' ? [[each.callId, each] as const] : [])))
  const inText = cut.filter(({ role }) => role !== 'tool').length
  const textResults = inText === 0 ? [] : gone.filter(({ role }) => role === 'user').slice(-inText)
  const shortened = cut.map((now) => {
    const was = now.role === 'tool' ? byCall.get(now.callId) : textResults.shift()
    return { was: was ?? null, now }
  })
  const taken = new Set(shortened.map(({ was }) => was))
  return { shortened, leftOut: gone.filter((each) => !taken.has(each)), inTheirPlace: fresh.filter(isSummary) }
}

/** Those of `one` that `other` does not contain, counting equal ones. */
function notIn(one: readonly Message[], other: readonly Message[]): Message[] {
  const counts = new Map<string, number>()
  for (const text of other.map(asText)) counts.set(text, (counts.get(text) ?? 0) + 1)
  return one.filter((each) => {
    const text = asText(each)
    const left = counts.get(text) ?? 0
    if (left > 0) counts.set(text, left - 1)
    return left === 0
  })
}

const asText = (message: Message): string => JSON.stringify(message)

/** The paths of the model calls of the same loop before and after the phase at `path`; null if there is none. */
export function callsAround(
  view: RunView,
  path: string,
): { readonly before: string | null; readonly after: string | null } {
  const at = view.at.get(path) ?? -1
  const parent = view.spans[at]?.parent
  const isCall = (index: number) => {
    const span = view.spans[index]
    return span?.kind === 'model' && span.parent === parent
  }
  let before = at - 1
  while (before >= 0 && !isCall(before)) before--
  let after = at + 1
  while (after < view.spans.length && !isCall(after)) after++
  const pathAt = (index: number) => (at === -1 ? null : (view.spans[index]?.path ?? null))
  return { before: pathAt(before), after: pathAt(after) }
}

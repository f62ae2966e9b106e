import { counted, formatChange, formatFiles, formatNumber } from '../../../src-shared/base/format.ts'
import type { Conversation } from '../../../src-shared/run/conversation.ts'
import { runStateText } from '../../run/run-state-text.ts'
import { useBatches } from '../../stores/server-cache/batches.ts'
import { useComparisons } from '../../stores/server-cache/comparisons.ts'
import { valueOr } from '../../stores/server-cache/loadable.ts'

/** The kind of a conversation in the list. `label`: shown instead of a strategy; null for a chat. */
export interface ConversationKind {
  readonly kind: 'chat' | 'comparison' | 'trials'
  readonly label: string | null
  /** How far all of it has come; null for a chat, of which the latest run is told. */
  readonly outcome: string | null
}
const chat: ConversationKind = { kind: 'chat', label: null, outcome: null }

/** A conversation that contains only lanes is a comparison; with other messages it is a chat. */
export function useConversationKind({ id, turns }: Pick<Conversation, 'id' | 'turns'>): ConversationKind {
  const lanes = useComparisons(({ list }) =>
    valueOr(list, [])
      .filter((each) => each.conversationId === id)
      .reduce((sum, each) => sum + each.lanes.length, 0),
  )
  const trials = useBatches(({ list }) => {
    const found = valueOr(list, []).find((each) => each.conversationId === id)
    if (found === undefined) return null
    const { done, planned } = found.counts
    return `Trials · ${found.lanes.length} lanes × ${found.repeats}|${formatNumber(done)} of ${counted(planned, 'trial')} done`
  })
  if (trials !== null) {
    const [label = '', outcome = ''] = trials.split('|')
    return { kind: 'trials', label, outcome }
  }
  return lanes > 0 && lanes === turns
    ? { kind: 'comparison', label: `Comparison · ${lanes} lanes`, outcome: 'side by side' }
    : chat
}

/** The outcome of a conversation's latest run, in a few words. */
export function outcomeText({ status, changes }: Pick<Conversation, 'status' | 'changes'>): string {
  if (status === null) return 'no messages yet'
  if (status !== 'completed') return runStateText[status]
  if (changes === null || changes.files === 0) return 'answered, no changes'
  return `${formatChange(changes.added, changes.removed)} in ${formatFiles(changes.files)}`
}

import type { Conversation } from '../../../src-shared/run/conversation.ts'

export type ListRow =
  | { readonly kind: 'day'; readonly label: string }
  | { readonly kind: 'conversation'; readonly conversation: Conversation }

const dayMs = 86_400_000

/** The heading a time stands under. @param at, @param now ms since 1970; days are the reader's own */
export function dayLabel(at: number, now: number): string {
  const midnight = new Date(now).setHours(0, 0, 0, 0)
  if (at >= midnight) return 'Today'
  if (at >= midnight - dayMs) return 'Yesterday'
  if (at >= midnight - 6 * dayMs) return new Intl.DateTimeFormat('en', { weekday: 'long' }).format(at)
  const sameYear = new Date(at).getFullYear() === new Date(now).getFullYear()
  return new Intl.DateTimeFormat('en', { month: 'long', ...(sameYear ? {} : { year: 'numeric' }) }).format(at)
}

/** Rows of the list: first what goes on now, then a heading before each day's conversations. @param conversations newest first */
export function listRows(conversations: readonly Conversation[], now: number): ListRow[] {
  const rows: ListRow[] = []
  let last = ''
  const waiting = conversations.filter(({ status }) => status === 'waiting')
  const running = conversations.filter(({ status }) => status === 'running')
  const others = conversations.filter(({ status }) => status !== 'waiting' && status !== 'running')
  for (const conversation of [...waiting, ...running, ...others]) {
    const goesOn = conversation.status === 'waiting' || conversation.status === 'running'
    const label = goesOn ? 'Now' : dayLabel(conversation.updatedAt, now)
    if (label !== last) rows.push({ kind: 'day', label })
    last = label
    rows.push({ kind: 'conversation', conversation })
  }
  return rows
}

import type { Conversation } from '../../../src-shared/run/conversation.ts'

export type ListRow =
  | { readonly kind: 'day'; readonly label: string }
  | { readonly kind: 'conversation'; readonly conversation: Conversation }
  /** Expands to show the archived ones. */
  | { readonly kind: 'archive'; readonly count: number; readonly open: boolean }

const dayMs = 86_400_000

/** The heading for a time. @param at, @param now ms since 1970; days are in the user's time zone */
export function dayLabel(at: number, now: number): string {
  const midnight = new Date(now).setHours(0, 0, 0, 0)
  if (at >= midnight) return 'Today'
  if (at >= midnight - dayMs) return 'Yesterday'
  if (at >= midnight - 6 * dayMs) return new Intl.DateTimeFormat('en', { weekday: 'long' }).format(at)
  const sameYear = new Date(at).getFullYear() === new Date(now).getFullYear()
  return new Intl.DateTimeFormat('en', { month: 'long', ...(sameYear ? {} : { year: 'numeric' }) }).format(at)
}

/**
 * Rows of the list: active conversations, pinned ones, those of each day below a heading, and archived ones.
 * @param conversations newest first
 * @param archiveOpen whether the archived ones are listed, too
 */
export function listRows(conversations: readonly Conversation[], now: number, archiveOpen = false): ListRow[] {
  const rows: ListRow[] = []
  let last = ''
  const waiting = conversations.filter(({ status }) => status === 'waiting')
  const running = conversations.filter(({ status }) => status === 'running')
  const others = conversations.filter((each) => !goesOn(each))
  const pinned = others.filter(({ mark }) => mark === 'pinned')
  const byDay = others.filter(({ mark }) => mark === undefined)
  const archived = others.filter(({ mark }) => mark === 'archived')
  for (const conversation of [...waiting, ...running, ...pinned, ...byDay]) {
    const label = headingOf(conversation, now)
    if (label !== last) rows.push({ kind: 'day', label })
    last = label
    rows.push({ kind: 'conversation', conversation })
  }
  if (archived.length === 0) return rows
  rows.push({ kind: 'archive', count: archived.length, open: archiveOpen })
  if (!archiveOpen) return rows
  return [...rows, ...archived.map((conversation) => ({ kind: 'conversation', conversation }) as const)]
}

const goesOn = ({ status }: Conversation): boolean => status === 'waiting' || status === 'running'

function headingOf(conversation: Conversation, now: number): string {
  if (goesOn(conversation)) return 'Now'
  return conversation.mark === 'pinned' ? 'Pinned' : dayLabel(conversation.updatedAt, now)
}

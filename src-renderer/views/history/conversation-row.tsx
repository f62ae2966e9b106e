import { Download, MoreHorizontal, Pencil, Trash2 } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { formatChange, formatCost } from '../../../src-shared/base/format.ts'
import { revealHidden } from '../../../src-shared/base/hidden-characters.ts'
import type { Conversation } from '../../../src-shared/run/conversation.ts'
import { StatusDot, statusWords } from '../../parts/history/status-dot.tsx'
import { toastOnFailure } from '../../stores/report.ts'
import { openExport } from '../../stores/server-cache/export-store.ts'
import { deleteConversation, openConversation, renameConversation } from '../../stores/session/conversations.ts'
import { EditInPlace } from '../../widgets/controls/edit-in-place.tsx'
import { IconButton } from '../../widgets/controls/icon-button.tsx'
import { cx } from '../../widgets/cx.ts'
import { Menu } from '../../widgets/overlays/menu.tsx'
import styles from './conversation-row.module.css'

export interface ConversationRowProps {
  conversation: Conversation
  open: boolean
  /** Whether the keyboard enters the list here. */
  first: boolean
  onFocus: () => void
}

export function ConversationRow({ conversation, open, first, onFocus }: ConversationRowProps) {
  const [renaming, setRenaming] = useState(false)
  const factsId = useId()
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'F2') setRenaming(true)
    else if (event.key === 'Delete' || (event.key === 'Backspace' && event.metaKey))
      void deleteConversation(conversation)
    else return
    event.preventDefault()
  }
  if (renaming)
    return (
      <div className={styles.row}>
        <EditInPlace
          label="Title of the conversation"
          value={conversation.title}
          onDone={(title) => {
            setRenaming(false)
            if (title !== null) void toastOnFailure(renameConversation(conversation.id, title))
          }}
        />
      </div>
    )
  return (
    <div className={cx(styles.row, open && styles.open)}>
      <button
        type="button"
        className={styles.main}
        aria-current={open ? 'true' : undefined}
        tabIndex={first ? 0 : -1}
        data-conversation={conversation.id}
        aria-describedby={factsId}
        title={revealHidden(conversation.title)}
        onFocus={onFocus}
        onKeyDown={onKeyDown}
        onClick={() => void openConversation(conversation.id)}
      >
        <StatusDot status={conversation.status} />
        <span className={styles.title}>{revealHidden(conversation.title)}</span>
        <span className={cx('figure', styles.cost)}>{costOf(conversation)}</span>
      </button>
      <Facts id={factsId} conversation={conversation} />
      <RowMenu conversation={conversation} onRename={() => setRenaming(true)} reachable={first} />
    </div>
  )
}

/** Nothing is shown for free and unknown prices: a quiet list beats a column of zeros. */
function costOf({ cost }: Conversation): string {
  return cost === null || cost === 0 ? '' : formatCost(cost)
}

/** Beside the button, not in it: they describe the conversation and are not its name. */
function Facts({ id, conversation }: { id: string; conversation: Conversation }) {
  const { status, strategy, changes, damaged } = conversation
  const notable = status !== null && status !== 'completed'
  return (
    <span id={id} className={styles.facts}>
      {damaged && <span className={styles.damaged}>damaged on the disk</span>}
      {damaged && ' · '}
      {status !== null && <span className={notable ? undefined : 'unseen'}>{statusWords[status]}</span>}
      {notable && strategy !== null && ' · '}
      {strategy ?? (status === null ? 'no messages yet' : '')}
      {changes !== null && changes.files > 0 && ` · ${formatChange(changes.added, changes.removed)}`}
    </span>
  )
}

function RowMenu(props: { conversation: Conversation; onRename: () => void; reachable: boolean }) {
  const { conversation, onRename, reachable } = props
  return (
    <Menu
      align="end"
      trigger={
        <IconButton
          small
          label={`Actions for ${conversation.title}`}
          className={styles.more}
          tabIndex={reachable ? 0 : -1}
          side="right"
        >
          <MoreHorizontal aria-hidden="true" />
        </IconButton>
      }
      groups={[
        {
          items: [
            { label: 'Rename', icon: <Pencil />, keys: 'F2', run: onRename },
            {
              label: 'Export…',
              icon: <Download />,
              run: () => openExport({ kind: 'conversation', id: conversation.id }, conversation.title),
            },
            {
              label: 'Delete',
              icon: <Trash2 />,
              keys: 'Delete',
              danger: true,
              run: () => void deleteConversation(conversation),
            },
          ],
        },
      ]}
    />
  )
}

import {
  AppWindow,
  Archive,
  ArchiveRestore,
  Columns2,
  Download,
  FlaskConical,
  GitBranch,
  MoreHorizontal,
  Pencil,
  Pin,
  PinOff,
  Trash2,
} from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { formatCost, formatDuration } from '../../../src-shared/base/format.ts'
import { revealHidden } from '../../../src-shared/base/hidden-characters.ts'
import type { Conversation } from '../../../src-shared/run/conversation.ts'
import { StatusDot } from '../../parts/history/status-dot.tsx'
import { openInNewWindow } from '../../stores/new-window.ts'
import { toastOnFailure } from '../../stores/report.ts'
import { openExport } from '../../stores/server-cache/export-store.ts'
import { useStrategyTitle } from '../../stores/server-cache/strategy-titles.ts'
import {
  deleteConversation,
  openConversation,
  renameConversation,
  toggleMark,
} from '../../stores/session/conversations.ts'
import { leaves } from '../../stores/session/turns.ts'
import { useWorkbench } from '../../stores/session/workbench-store.ts'
import { EditInPlace } from '../../widgets/controls/edit-in-place.tsx'
import { IconButton } from '../../widgets/controls/icon-button.tsx'
import { cx } from '../../widgets/cx.ts'
import { Menu } from '../../widgets/overlays/menu.tsx'
import { type ConversationKind, outcomeText, useConversationKind } from './conversation-kind.ts'
import styles from './conversation-row.module.css'

export interface ConversationRowProps {
  conversation: Conversation
  open: boolean
  /** Whether this row is in the tab order. */
  first: boolean
  onFocus: () => void
}

export function ConversationRow({ conversation, open, first, onFocus }: ConversationRowProps) {
  const [renaming, setRenaming] = useState(false)
  const factsId = useId()
  const kind = useConversationKind(conversation)
  const openBranches = useWorkbench(({ tree }) =>
    open && tree?.state === 'ready' && tree.value.conversation.id === conversation.id
      ? leaves(tree.value).length
      : null,
  )
  const branches = kind.kind === 'chat' ? (openBranches ?? conversation.branches ?? 1) : 1
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'F2') setRenaming(true)
    else if (event.key === 'Delete' || (event.key === 'Backspace' && event.metaKey))
      void deleteConversation(conversation)
    else if (event.key === 'p' && isPlain(event)) void toggleMark(conversation, 'pinned')
    else if (event.key === 'e' && isPlain(event)) void toggleMark(conversation, 'archived')
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
    // biome-ignore lint/a11y/noStaticElementInteractions: the same menu is at the button.
    <div
      className={cx(styles.row, open && styles.open)}
      onContextMenu={(event) => {
        event.preventDefault()
        event.currentTarget.querySelector<HTMLElement>('button[aria-haspopup]')?.click()
      }}
    >
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
        <KindSign kind={kind} status={conversation.status} />
        <span className={styles.title}>{revealHidden(conversation.title)}</span>
        {branches > 1 && (
          <span className={cx('figure', styles.side)}>
            <GitBranch aria-hidden="true" />
            {branches}
          </span>
        )}
      </button>
      <Facts id={factsId} conversation={conversation} kind={kind} branches={branches} />
      <RowMenu conversation={conversation} onRename={() => setRenaming(true)} reachable={first} />
    </div>
  )
}

const isPlain = ({ metaKey, ctrlKey, altKey }: KeyboardEvent): boolean => !metaKey && !ctrlKey && !altKey

/** Distinguishes conversations with similar titles: outcome, working time, strategy, cost. */
function Facts(props: { id: string; conversation: Conversation; kind: ConversationKind; branches: number }) {
  const { id, conversation, kind, branches } = props
  const title = useStrategyTitle()
  const { strategy, damaged } = conversation
  const { workMs, cost } = figuresOf(conversation, kind)
  return (
    <span id={id} className={styles.facts}>
      <span className={styles.line}>
        <span className={cx(styles.words, damaged && styles.damaged)}>
          {damaged && 'damaged on disk · '}
          {kind.outcome ?? outcomeText(conversation)}
        </span>
        <span className="figure">{workMs === null ? '' : formatDuration(workMs)}</span>
      </span>
      <span className={styles.line}>
        <span className={styles.words}>{kind.label ?? (strategy === null ? '' : title(strategy))}</span>
        {/* Nothing is shown for zero and unknown costs, which would fill the list with zeros. */}
        <span className="figure">{cost === null || cost === 0 ? '' : formatCost(cost)}</span>
      </span>
      {branches > 1 && <span className="unseen">{branches} branches</span>}
    </span>
  )
}

/**
 * Figures of the same runs: of a chat, those of its latest run, as its outcome and strategy are; of a comparison or trials,
 * what all of it cost, as no run's time is that of the whole. While a run is under way its record lags behind.
 */
function figuresOf(
  { status, workMs, cost, runCost }: Conversation,
  { kind }: ConversationKind,
): { readonly workMs: number | null; readonly cost: number | null } {
  if (kind !== 'chat') return { workMs: null, cost }
  const isOver = status !== null && status !== 'running' && status !== 'waiting'
  return { workMs: isOver ? (workMs ?? null) : null, cost: isOver ? (runCost ?? null) : null }
}

/** A comparison has an icon that distinguishes it from a chat. */
function KindSign({ kind, status }: { kind: ConversationKind; status: Conversation['status'] }) {
  const open = status === 'running' || status === 'waiting'
  if (kind.kind === 'chat' || open) return <StatusDot status={status} />
  const Sign = kind.kind === 'comparison' ? Columns2 : FlaskConical
  return <Sign className={styles.kind} aria-hidden="true" />
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
              label: 'Open in a new window',
              icon: <AppWindow />,
              run: () => openInNewWindow(conversation.projectId, conversation.id),
            },
            {
              label: conversation.mark === 'pinned' ? 'Unpin' : 'Pin',
              icon: conversation.mark === 'pinned' ? <PinOff /> : <Pin />,
              keys: 'p',
              run: () => void toggleMark(conversation, 'pinned'),
            },
            {
              label: conversation.mark === 'archived' ? 'Restore from the archive' : 'Archive',
              icon: conversation.mark === 'archived' ? <ArchiveRestore /> : <Archive />,
              keys: 'e',
              run: () => void toggleMark(conversation, 'archived'),
            },
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

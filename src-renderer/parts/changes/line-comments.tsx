import { MessageSquare, Trash2 } from 'lucide-react'
import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react'
import type { Run } from '../../../src-shared/run/conversation.ts'
import {
  beginComment,
  changeComment,
  closeComment,
  type LineComment,
  openComment,
  removeComments,
  useComments,
} from '../../stores/files/comments-store.ts'
import { draftKey } from '../../stores/session/draft-store.ts'
import { Button } from '../../widgets/controls/button.tsx'
import { IconButton } from '../../widgets/controls/icon-button.tsx'
import type { DiffNotes } from '../../widgets/diff/diff-notes.tsx'
import { type DiffRow, diffRows } from '../../widgets/diff/diff-rows.ts'
import { putIntoMessage } from './add-to-message.ts'
import { linesText } from './comment-message.ts'
import './comments.css'

const sideOf = (row: DiffRow): LineComment['side'] => (row.kind === 'removed' ? 'old' : 'new')
const numberOf = (row: DiffRow): number => row[sideOf(row)] ?? 0

/** The comments on one changed file of a run, as notes under its lines. */
export function useLineComments(run: Run | null, path: string, patch: string): DiffNotes | undefined {
  const comments = useComments((state) => state.comments)
  const open = useComments((state) => state.open)
  const runId = run?.id ?? null
  const draft = run === null ? null : draftKey(run.projectId, run.conversationId)
  return useMemo(() => {
    if (runId === null || draft === null) return undefined
    const here = comments.filter((each) => each.runId === runId && each.path === path)
    const on = (row: DiffRow) => here.filter((each) => each.side === sideOf(row) && each.to === numberOf(row))
    const covers = (row: DiffRow) =>
      here.some((each) => each.side === sideOf(row) && each.from <= numberOf(row) && numberOf(row) <= each.to)
    return {
      covers,
      under: (row) =>
        isLine(row) ? on(row).map((each) => <Comment key={each.id} comment={each} open={each.id === open} />) : null,
      add: (row, extend) => {
        const [side, line] = [sideOf(row), numberOf(row)]
        const written = here.find((each) => each.id === open && each.side === side)
        if (extend && written !== undefined) {
          const [from, to] = [Math.min(written.from, line), Math.max(written.to, line)]
          changeComment(written.id, { from, to, code: codeOf(patch, side, from, to) })
        } else beginComment({ draft, runId, path, side, from: line, to: line, code: [row.text] })
      },
    }
  }, [comments, open, runId, draft, path, patch])
}

const isLine = ({ kind }: DiffRow): boolean => kind !== 'hunk' && kind !== 'note'

/** The lines of a range that the diff shows; the rest are only referred to by number. */
function codeOf(patch: string, side: LineComment['side'], from: number, to: number): string[] {
  return diffRows(patch).flatMap((row) => {
    const line = row[side]
    return line !== null && line >= from && line <= to ? [row.text] : []
  })
}

interface Props {
  readonly comment: LineComment
  readonly open: boolean
}

function Comment({ comment, open }: Props) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div
      className={`diff-comment ${comment.side}`}
      role="group"
      aria-label={`Comment on ${linesText(comment).toLowerCase()}`}
    >
      {open ? <Writing comment={comment} /> : <Written comment={comment} />}
    </div>
  )
}

function Written({ comment }: { readonly comment: LineComment }) {
  return (
    <div className="diff-comment-said">
      <MessageSquare size={13} aria-hidden="true" />
      <button
        type="button"
        className="diff-comment-text"
        title="Edit the comment"
        onClick={() => openComment(comment.id)}
      >
        {comment.text}
      </button>
      <IconButton small label="Delete the comment" onClick={() => removeComments([comment.id])}>
        <Trash2 aria-hidden="true" />
      </IconButton>
    </div>
  )
}

function Writing({ comment }: { readonly comment: LineComment }) {
  const box = useRef<HTMLTextAreaElement>(null)
  useEffect(() => box.current?.focus(), [])
  const onKeyDown = (event: KeyboardEvent) => {
    // Keeps the window's shortcuts from handling this key: Escape would close the page, and arrows move among lines.
    event.stopPropagation()
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      event.preventDefault()
      closeComment()
    } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      putIntoMessage(comment.draft)
    }
  }
  return (
    <>
      <p className="diff-comment-head">
        <b>Comment on {linesText(comment).toLowerCase()}</b> becomes part of the next message
      </p>
      <textarea
        ref={box}
        rows={3}
        aria-label={`Comment on ${linesText(comment).toLowerCase()}`}
        value={comment.text}
        onChange={(event) => changeComment(comment.id, { text: event.target.value })}
        onKeyDown={onKeyDown}
      />
      <div className="diff-comment-acts">
        <Button small look="quiet" onClick={() => removeComments([comment.id])}>
          Delete
        </Button>
        <Button small keys="Escape" onClick={closeComment}>
          Keep as draft
        </Button>
        <Button small look="primary" keys="mod+Enter" onClick={() => putIntoMessage(comment.draft)}>
          Put into the message
        </Button>
      </div>
    </>
  )
}

import { Pencil, TriangleAlert } from 'lucide-react'
import type { Turn } from '../../../../src-shared/run/conversation.ts'
import { useRuns } from '../../../stores/runs/run-store.ts'
import { useReadOnly } from '../../../stores/server-cache/read-only-project.ts'
import { setOpen, useOpen } from '../../../stores/session/chat-store.ts'
import { editMessage, useEditing } from '../../../stores/session/editing-store.ts'
import { newestRun, showTurn, siblingsOf } from '../../../stores/session/turns.ts'
import { useWorkbench } from '../../../stores/session/workbench-store.ts'
import { CopyButton } from '../../../widgets/code/copy-button.tsx'
import { IconButton } from '../../../widgets/controls/icon-button.tsx'
import { LinkedText } from '../../../widgets/file-links/linked-text.tsx'
import { ForkedFromLine } from '../../branches/forked-from.tsx'
import { StartedFilesLine } from '../../branches/start-files-line.tsx'
import { AttachedList } from '../../mentions/attached-list.tsx'
import { ImageList } from '../../mentions/image-list.tsx'
import { MessageEditor } from '../editor/message-editor.tsx'
import { Switcher } from '../switcher.tsx'
import { useInComparison } from './in-comparison.ts'
import { MessageMenu } from './message-menu.tsx'

const longest = 1600

/** The user's message. Long ones are folded; other versions can be browsed and created. */
export function MessageRow({ turn }: { readonly turn: Turn }) {
  const edited = useEditing(({ turnId }) => turnId === turn.id)
  return (
    <div className="chat-message">
      {edited ? <MessageEditor key={turn.id} turn={turn} /> : <Bubble turn={turn} />}
      {!edited && <Attachments turn={turn} />}
      {turn.damaged && (
        <p className="chat-note warn">
          <TriangleAlert size={13} aria-hidden="true" />
          This message was damaged on disk and may differ from the original.
        </p>
      )}
      <ForkedFromLine turn={turn} />
      <StartedFilesLine turn={turn} />
      <Tools turn={turn} edited={edited} />
    </div>
  )
}

function Bubble({ turn }: { readonly turn: Turn }) {
  const open = useOpen(`${turn.id}:message`, false)
  const long = turn.message.length > longest
  const text = long && !open ? `${turn.message.slice(0, longest).trimEnd()} …` : turn.message
  return (
    <div className="chat-bubble">
      <span className="unseen">You: </span>
      <LinkedText text={text} />
      {long && (
        <button type="button" className="chat-link" onClick={() => setOpen(`${turn.id}:message`, !open)}>
          {open ? 'Show less' : 'Show all'}
        </button>
      )}
    </div>
  )
}

/** What was attached when the message was sent, as its run's log says. */
function Attachments({ turn }: { readonly turn: Turn }) {
  const runId = newestRun(turn)?.id ?? ''
  const attached = useRuns(({ views }) => views[runId]?.attached)
  if (attached === undefined) return null
  const images = attached.flatMap(({ ref, title }) => (ref === undefined ? [] : [{ ref, name: title }]))
  return (
    <>
      <ImageList label="Images" images={images} />
      <AttachedList label="Attached" items={attached.filter(({ ref }) => ref === undefined)} />
    </>
  )
}

function Tools({ turn, edited }: { readonly turn: Turn; readonly edited: boolean }) {
  const tree = useWorkbench((state) => state.tree)
  const readOnly = useReadOnly()
  const compared = useInComparison()
  const siblings = !compared && tree?.state === 'ready' ? siblingsOf(tree.value, turn) : [turn]
  return (
    <div className="chat-message-tools">
      <Switcher
        what="version of this message"
        at={siblings.findIndex((each) => each.id === turn.id)}
        of={siblings.length}
        go={(index) => {
          const other = siblings[index]
          if (other) showTurn(other.id)
        }}
      />
      {!edited && (
        <span className="chat-message-acts">
          <CopyButton text={turn.message} label="Copy message" />
          {!readOnly && !compared && (
            <>
              <IconButton small label="Edit and ask again" keys="e" onClick={() => editMessage(turn)}>
                <Pencil aria-hidden="true" />
              </IconButton>
              <MessageMenu turn={turn} />
            </>
          )}
        </span>
      )}
    </div>
  )
}

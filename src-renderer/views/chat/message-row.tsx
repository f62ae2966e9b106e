import type { Turn } from '../../../src-shared/conversation.ts'
import { showTurn, siblingsOf } from '../../stores/turns.ts'
import { useWorkbench } from '../../stores/workbench-store.ts'
import { CopyButton } from '../../widgets/code/copy-button.tsx'
import { setOpen, useOpen } from './chat-store.ts'
import { Switcher } from './switcher.tsx'

const longest = 1600

/** What the user wrote. Long messages are folded; other versions of it can be gone through. */
export function MessageRow({ turn }: { readonly turn: Turn }) {
  const open = useOpen(`${turn.id}:message`, false)
  const tree = useWorkbench((state) => state.tree)
  const siblings = tree?.state === 'ready' ? siblingsOf(tree.value, turn) : [turn]
  const long = turn.message.length > longest
  const text = long && !open ? `${turn.message.slice(0, longest).trimEnd()} …` : turn.message
  return (
    <div className="chat-message">
      <div className="chat-bubble">
        <span className="unseen">You: </span>
        {text}
        {long && (
          <button type="button" className="chat-link" onClick={() => setOpen(`${turn.id}:message`, !open)}>
            {open ? 'Show less' : 'Show all'}
          </button>
        )}
      </div>
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
        <CopyButton text={turn.message} label="Copy message" />
      </div>
    </div>
  )
}

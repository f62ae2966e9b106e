import { PencilLine } from 'lucide-react'
import type { LoggedEdit } from '../../../../src-shared/run/debug/pause-events.ts'
import { editText } from '../../../../src-shared/run/debug/pause-text.ts'

/** Marks a step that the user edited at a pause. The Inspector has it before and after. */
export function EditedNote({ edit }: { readonly edit: LoggedEdit }) {
  return (
    <p className="chat-note warn">
      <PencilLine size={13} aria-hidden="true" />
      {editText(edit)}
    </p>
  )
}

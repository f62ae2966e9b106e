import { ArrowUp } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { type Failure, failureFrom } from '../../../../src-shared/base/failure.ts'
import type { Turn } from '../../../../src-shared/run/conversation.ts'
import { valueOr } from '../../../stores/server-cache/loadable.ts'
import { useSettings, useSettingsNow } from '../../../stores/server-cache/settings-store.ts'
import { askAgain } from '../../../stores/session/again/ask-again.ts'
import type { DecidedFiles } from '../../../stores/session/again/start-files-store.ts'
import type { Draft } from '../../../stores/session/draft-store.ts'
import { changeEdited, stopEditing, useEditing } from '../../../stores/session/editing-store.ts'
import { newestRun } from '../../../stores/session/turns.ts'
import { Button } from '../../../widgets/controls/button.tsx'
import { FailureAlert } from '../../../widgets/feedback/alert.tsx'
import { type Choices, choicesFor } from '../../choices/choices.ts'
import { ModelOrAgent } from '../../choices/model-or-agent.tsx'
import { StrategySelect } from '../../choices/strategy-choice.tsx'
import { usePickContext } from '../../choices/use-composer.ts'
import { MessageBox } from '../../message-box/message-box.tsx'
import { EditedFilesLine, useEditedFiles } from './edit-files.tsx'
import styles from './message-editor.module.css'

/** Edits a message in place, with the composer's choices. Sending creates a branch; the original stays. */
export function MessageEditor({ turn }: { readonly turn: Turn }) {
  const draft = useEditing((state) => state.draft)
  const choices = useEditedChoices(turn, draft)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [sending, setSending] = useState(false)
  const files = useEditedFiles(turn)
  const root = useRef<HTMLDivElement>(null)
  useFirst(root)
  const message = draft.text.trim()
  const send = async () => {
    if (message === '' || sending) return
    setSending(true)
    setFailure(await resend(turn, message, choices, files.decided))
    setSending(false)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div ref={root} className={styles.editor} role="group" aria-label="Edit and ask again" onKeyDown={cancelByKey}>
      <MessageBox
        name="Edited text"
        text={draft.text}
        placeholder="What to ask instead"
        onChange={(text) => changeEdited({ text })}
        onSend={send}
      />
      <EditedFilesLine {...files} />
      {failure !== null && <FailureAlert failure={failure} />}
      <div className={styles.row}>
        <div className={styles.choices}>
          <StrategySelect choices={choices} onChange={(strategy) => changeEdited({ strategy })} />
          <ModelOrAgent
            choices={choices}
            onChange={(roles) => changeEdited({ roles })}
            onStrategy={(strategy) => changeEdited({ strategy })}
          />
        </div>
        <div className={styles.actions}>
          <Button small keys="Escape" onClick={stopEditing}>
            Cancel
          </Button>
          <Button
            small
            look="primary"
            icon={<ArrowUp aria-hidden="true" />}
            disabled={message === '' || sending}
            title="Sends it in a new branch; this message and its answer are kept"
            onClick={send}
          >
            Ask again
          </Button>
        </div>
      </div>
    </div>
  )
}

/** The turn's original choices, overridden by the user's changes. */
function useEditedChoices(turn: Turn, draft: Draft): Choices {
  const run = newestRun(turn)
  const settings = useSettingsNow()
  const profiles = useSettings((state) => valueOr(state.profiles, none)).profiles
  const around = usePickContext(run)
  return useMemo(() => {
    const asItWas = { ...around, defaults: { ...around.defaults, conversation: null } }
    return choicesFor(draft, run, settings, profiles, asItWas)
  }, [draft, run, settings, profiles, around])
}
const none = { profiles: [], presets: [] }

async function resend(
  turn: Turn,
  message: string,
  choices: Choices,
  decided: DecidedFiles | undefined,
): Promise<Failure | null> {
  const { pick, by, roles, mode, approval } = choices
  const strategy = by === 'message' || by === 'before' ? pick : null
  try {
    if (await askAgain(turn, { message, strategy, roles: { ...roles }, mode, approval }, decided)) stopEditing()
    return null
  } catch (thrown) {
    return failureFrom(thrown)
  }
}

/** Escape closes the editor here, and does not stop the run. */
function cancelByKey(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.defaultPrevented) return
  event.preventDefault()
  const row = event.currentTarget.closest<HTMLElement>('.chat-row')
  stopEditing()
  row?.focus()
}

function useFirst(root: RefObject<HTMLElement | null>): void {
  const first = useEditing((state) => state.first)
  useEffect(() => {
    const box = root.current?.querySelector('textarea')
    box?.setSelectionRange(box.value.length, box.value.length)
    const wanted = first === 'text' ? box : root.current?.querySelector<HTMLElement>(`[aria-label="${first}"]`)
    wanted?.focus({ preventScroll: true })
    // The list keeps to its end while the row grows, so the editor comes into sight after that.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => root.current?.scrollIntoView({ block: 'nearest' }))
    })
    return () => cancelAnimationFrame(frame)
  }, [first, root])
}

import { type KeyboardEvent, useRef } from 'react'
import styles from '../choices/composer.module.css'
import { MentionList, mentionOption } from './mention-list.tsx'
import { recallMessage } from './recall.ts'
import { useMention } from './use-mention.ts'

export interface MessageBoxProps {
  /** Accessible name; the composer uses `Message`. */
  name?: string
  text: string
  placeholder: string
  /** Messages sent before, newest first; arrow keys browse them. */
  sent?: readonly string[]
  onChange: (text: string) => void
  onSend: () => void
  /** Called instead of `onSend` if Control or Command is held. */
  onSendNow?: (() => void) | undefined
  /** Called for the up arrow in an empty box; returns whether there was something to take back. */
  onTakeBack?: (() => boolean) | undefined
}

const none: readonly string[] = []

/** Grows with its text. Enter sends, Shift+Enter inserts a line break, `@` completes file names. */
export function MessageBox(props: MessageBoxProps) {
  const { name = 'Message', text, placeholder, sent = none, onChange, onSend, onSendNow = onSend, onTakeBack } = props
  const box = useRef<HTMLTextAreaElement>(null)
  const mention = useMention(text, (next, caret) => {
    onChange(next)
    requestAnimationFrame(() => {
      box.current?.focus()
      box.current?.setSelectionRange(caret, caret)
    })
  })
  const onKeyDown = (event: KeyboardEvent) => {
    if (mention.takeKey(event)) return
    const caret = box.current?.selectionStart ?? 0
    const plain = !event.shiftKey && !event.altKey && !event.ctrlKey && !event.metaKey
    if (plain && text === '' && event.key === 'ArrowUp' && onTakeBack?.() === true) return event.preventDefault()
    const message = plain ? recallMessage(sent, text, caret, event.key) : null
    if (message !== null) {
      event.preventDefault()
      onChange(message)
      return
    }
    if (event.key !== 'Enter' || event.shiftKey || event.altKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (event.ctrlKey || event.metaKey) onSendNow()
    else onSend()
  }
  const open = mention.files.length > 0
  return (
    <>
      <MentionList mention={mention} />
      <textarea
        ref={box}
        className={styles.box}
        aria-label={name}
        aria-controls={open ? 'mentions' : undefined}
        aria-activedescendant={open ? mentionOption(mention.active) : undefined}
        rows={1}
        value={text}
        placeholder={placeholder}
        onChange={(event) => {
          onChange(event.target.value)
          mention.look(event.target)
        }}
        onSelect={(event) => mention.look(event.currentTarget)}
        onBlur={mention.close}
        onKeyDown={onKeyDown}
      />
    </>
  )
}

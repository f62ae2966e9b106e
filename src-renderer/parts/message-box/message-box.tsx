import { type KeyboardEvent, useRef } from 'react'
import styles from '../choices/composer.module.css'
import type { SlashState } from '../slash/use-slash.tsx'
import { CompletionList, completionOption } from './completion-list.tsx'
import { recallMessage } from './recall.ts'
import { useMention } from './use-mention.tsx'

export interface MessageBoxProps {
  /** Accessible name; the composer uses `Message`. */
  name?: string
  text: string
  placeholder: string
  /** Messages sent before, newest first; arrow keys browse them. */
  sent?: readonly string[]
  onChange: (text: string) => void
  onSend: () => void
  /** Called with files that are pasted. */
  onFiles?: ((files: FileList) => void) | undefined
  /** Commands at the start of the message; left out: there are none. */
  slash?: SlashState | undefined
  /** Called instead of `onSend` if Control or Command is held. */
  onSendNow?: (() => void) | undefined
  /** Called for the up arrow in an empty box; returns whether there was something to take back. */
  onTakeBack?: (() => boolean) | undefined
}

const none: readonly string[] = []

/** Grows with its text. Enter sends, Shift+Enter inserts a line break, `@` completes file names. */
export function MessageBox(props: MessageBoxProps) {
  const {
    name = 'Message',
    text,
    placeholder,
    sent = none,
    onChange,
    onSend,
    onSendNow = onSend,
    onTakeBack,
    slash,
    onFiles,
  } = props
  const box = useRef<HTMLTextAreaElement>(null)
  const mention = useMention(text, (next, caret) => {
    onChange(next)
    requestAnimationFrame(() => {
      box.current?.focus()
      box.current?.setSelectionRange(caret, caret)
    })
  })
  const onKeyDown = (event: KeyboardEvent) => {
    if (slash?.takeKey(event) === true || mention.takeKey(event)) return
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
  const look = (target: HTMLTextAreaElement) => {
    mention.look(target)
    slash?.look(target)
  }
  const close = () => {
    mention.close()
    slash?.close()
  }
  const commands = slash?.items ?? []
  const open = commands.length > 0 ? 'commands' : mention.items.length > 0 ? 'mentions' : null
  const active = open === 'commands' ? (slash?.active ?? 0) : mention.active
  return (
    <>
      {slash !== undefined && <CompletionList {...slash} id="commands" label="Commands" />}
      {commands.length === 0 && <CompletionList {...mention} id="mentions" label="Files" />}
      <textarea
        ref={box}
        className={styles.box}
        aria-label={name}
        aria-controls={open ?? undefined}
        aria-activedescendant={open === null ? undefined : completionOption(open, active)}
        rows={1}
        value={text}
        placeholder={placeholder}
        onChange={(event) => {
          onChange(event.target.value)
          look(event.target)
        }}
        onSelect={(event) => look(event.currentTarget)}
        onBlur={close}
        onKeyDown={onKeyDown}
        onPaste={(event) => {
          if (event.clipboardData.files.length > 0) onFiles?.(event.clipboardData.files)
        }}
      />
    </>
  )
}

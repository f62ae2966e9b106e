import { type KeyboardEvent, useEffect, useRef } from 'react'
import field from '../../widgets/field.module.css'

/** A title being changed in place: Enter or leaving keeps it, Escape does not. */
export function RenameField({ title, onDone }: { title: string; onDone: (title: string | null) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const settled = useRef(false)
  useEffect(() => input.current?.select(), [])
  const settle = (keep: boolean) => {
    if (settled.current) return
    settled.current = true
    const typed = input.current?.value.trim() ?? ''
    onDone(keep && typed !== '' && typed !== title ? typed : null)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') settle(true)
    else if (event.key === 'Escape') {
      event.preventDefault()
      settle(false)
    }
    event.stopPropagation()
  }
  return (
    <input
      ref={input}
      className={field.input}
      aria-label="Title of the conversation"
      defaultValue={title}
      maxLength={200}
      onBlur={() => settle(true)}
      onKeyDown={onKeyDown}
    />
  )
}

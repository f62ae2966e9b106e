import { type KeyboardEvent, useEffect, useRef } from 'react'
import field from './field.module.css'

interface Props {
  /** Its accessible name. */
  readonly label: string
  readonly value: string
  /** Whether an empty value is allowed; otherwise an empty field leaves the text unchanged. */
  readonly optional?: boolean
  readonly className?: string | undefined
  /** Receives the trimmed text, or null if it is unchanged. */
  readonly onDone: (value: string | null) => void
}

/** A short text that is edited in place: Enter or blur saves it, Escape cancels. */
export function EditInPlace({ label, value, optional = false, className = field.input, onDone }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const settled = useRef(false)
  useEffect(() => {
    input.current?.focus()
    input.current?.select()
  }, [])
  const settle = (keep: boolean) => {
    if (settled.current) return
    settled.current = true
    const typed = input.current?.value.trim() ?? ''
    const counts = keep && typed !== value && (optional || typed !== '')
    onDone(counts ? typed : null)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') settle(true)
    else if (event.key === 'Escape') {
      event.preventDefault()
      settle(false)
    }
    // Key events do not bubble to containers with key handlers of their own, such as lists.
    event.stopPropagation()
  }
  return (
    <input
      ref={input}
      className={className}
      aria-label={label}
      placeholder={label}
      defaultValue={value}
      maxLength={200}
      onClick={(event) => event.stopPropagation()}
      onBlur={() => settle(true)}
      onKeyDown={onKeyDown}
    />
  )
}

import { type KeyboardEvent, useEffect, useRef } from 'react'
import field from './field.module.css'

interface Props {
  /** Its accessible name. */
  readonly label: string
  readonly value: string
  /** Whether nothing is a value too; else an empty field leaves the text as it was. */
  readonly optional?: boolean
  readonly className?: string | undefined
  /** Without spaces around; null: left as it was. */
  readonly onDone: (value: string | null) => void
}

/** A short text that is changed in place: Enter or leaving keeps it, Escape does not. */
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
    // What stands around it, such as a list with keys of its own, hears nothing of what is typed.
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

import { type KeyboardEvent, useEffect, useRef } from 'react'
import styles from './branches.module.css'

interface Props {
  readonly name: string
  /** `undefined`: left as it is; null: without a name. */
  readonly onDone: (name: string | null | undefined) => void
}

/** A branch's name being changed in place: Enter or leaving keeps it, Escape does not. An empty one takes it away. */
export function NameField({ name, onDone }: Props) {
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
    onDone(!keep || typed === name ? undefined : typed === '' ? null : typed)
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
      className={styles.field}
      aria-label="Name of the branch"
      placeholder="Name of the branch"
      defaultValue={name}
      maxLength={200}
      onClick={(event) => event.stopPropagation()}
      onBlur={() => settle(true)}
      onKeyDown={onKeyDown}
    />
  )
}

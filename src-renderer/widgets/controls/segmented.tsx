import type { KeyboardEvent } from 'react'
import { cx } from '../cx.ts'
import styles from './segmented.module.css'

interface SegmentedProps<V extends string> {
  name: string
  value: V
  onChange: (value: V) => void
  choices: readonly { readonly value: V; readonly label: string; readonly title?: string }[]
}

/** A few options in a row, one of which is selected. The arrow keys move between them. */
export function Segmented<V extends string>({ name, value, onChange, choices }: SegmentedProps<V>) {
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const by = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key]
    if (by === undefined) return
    event.preventDefault()
    event.stopPropagation()
    const at = choices.findIndex((each) => each.value === value)
    const next = (at + by + choices.length) % choices.length
    const chosen = choices[next]
    if (chosen === undefined) return
    onChange(chosen.value)
    event.currentTarget.querySelectorAll<HTMLElement>('[role="radio"]')[next]?.focus()
  }
  return (
    <div role="radiogroup" aria-label={name} className={styles.group} data-own-arrows="" onKeyDown={onKeyDown}>
      {choices.map((each) => (
        // biome-ignore lint/a11y/useSemanticElements: native radio buttons look different.
        <button
          key={each.value}
          type="button"
          role="radio"
          aria-checked={each.value === value}
          tabIndex={each.value === value ? 0 : -1}
          title={each.title}
          className={cx(styles.choice, each.value === value && styles.chosen)}
          onClick={() => onChange(each.value)}
        >
          {each.label}
        </button>
      ))}
    </div>
  )
}

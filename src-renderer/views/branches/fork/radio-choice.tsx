import { type ReactNode, useId } from 'react'
import styles from './fork.module.css'

interface Props<V extends string> {
  readonly legend: string
  readonly value: V
  readonly choices: readonly {
    readonly value: V
    readonly label: string
    readonly hint?: ReactNode
    readonly disabled?: boolean
  }[]
  readonly onChange: (value: V) => void
}

/** A radio group whose options are all visible, each with an explanation. */
export function RadioChoice<V extends string>({ legend, value, choices, onChange }: Props<V>) {
  const name = useId()
  return (
    <fieldset className={styles.choice}>
      <legend>{legend}</legend>
      {choices.map((choice) => (
        <label key={choice.value} className={styles.option}>
          <input
            type="radio"
            name={name}
            checked={choice.value === value}
            disabled={choice.disabled === true}
            onChange={() => onChange(choice.value)}
          />
          <span>
            {choice.label}
            {choice.hint !== undefined && <small>{choice.hint}</small>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}

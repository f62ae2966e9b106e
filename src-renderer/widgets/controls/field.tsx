import { type ReactNode, useId } from 'react'
import styles from './field.module.css'

export interface FieldFrame {
  label: string
  hint?: ReactNode
  /** The validation message, announced with the field. */
  problem?: string | null | undefined
}

/** A label, control, hint and validation message, associated for assistive technology. */
export function Field(props: FieldFrame & { children: (ids: FieldIds) => ReactNode }) {
  const id = useId()
  const { label, hint, problem } = props
  const described = [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ')
  const ids: FieldIds = {
    id,
    'aria-describedby': described === '' ? undefined : described,
    'aria-invalid': problem ? true : undefined,
  }
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {props.children(ids)}
      {problem && (
        <p id={`${id}-problem`} className={styles.problem}>
          {problem}
        </p>
      )}
      {hint && (
        <div id={`${id}-hint`} className={styles.hint}>
          {hint}
        </div>
      )}
    </div>
  )
}

export interface FieldIds {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

import type { ComponentProps } from 'react'
import { cx } from '../cx.ts'
import styles from './field.module.css'
import { Field, type FieldFrame } from './field.tsx'

export type TextAreaProps = FieldFrame & ComponentProps<'textarea'> & { mono?: boolean }

export function TextArea({ label, hint, problem, mono, className, ...rest }: TextAreaProps) {
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(ids) => (
        <textarea {...ids} {...rest} className={cx(styles.input, styles.area, mono && styles.mono, className)} />
      )}
    </Field>
  )
}

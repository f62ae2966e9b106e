import type { ComponentProps } from 'react'
import { cx } from '../cx.ts'
import styles from './field.module.css'
import { Field, type FieldFrame } from './field.tsx'

export type TextFieldProps = FieldFrame & ComponentProps<'input'> & { mono?: boolean }

export function TextField({ label, hint, problem, mono, className, ...rest }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(ids) => <input type="text" {...ids} {...rest} className={cx(styles.input, mono && styles.mono, className)} />}
    </Field>
  )
}

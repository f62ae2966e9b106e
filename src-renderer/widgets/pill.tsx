import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.ts'
import styles from './pill.module.css'

export type Tone = 'plain' | 'accent' | 'ok' | 'bad' | 'warn' | 'model' | 'read' | 'edit' | 'command' | 'user' | 'own'

export interface PillProps extends ComponentProps<'span'> {
  tone?: Tone
  children: ReactNode
}

/** A short word on a subtle background. */
export function Pill({ tone = 'plain', className, children, ...rest }: PillProps) {
  return (
    <span className={cx(styles.pill, styles[tone], className)} {...rest}>
      {children}
    </span>
  )
}

import type { ComponentProps, ReactNode } from 'react'
import { cx } from '../cx.ts'
import { Kbd } from '../kbd.tsx'
import styles from './button.module.css'

type ButtonLook = 'primary' | 'plain' | 'quiet' | 'danger'

export interface ButtonProps extends ComponentProps<'button'> {
  look?: ButtonLook
  small?: boolean
  icon?: ReactNode
  /** Shown as a key label, such as `mod+k`. */
  keys?: string
}

export function Button({ look = 'plain', small, icon, keys, className, children, ...rest }: ButtonProps) {
  return (
    <button type="button" className={cx(styles.button, styles[look], small && styles.small, className)} {...rest}>
      {icon}
      {children}
      {keys !== undefined && <Kbd keys={keys} />}
    </button>
  )
}

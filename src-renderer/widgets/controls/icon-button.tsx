import type { ComponentProps, ReactNode } from 'react'
import { cx } from '../cx.ts'
import { Tooltip } from '../overlays/tooltip.tsx'
import styles from './icon-button.module.css'

export interface IconButtonProps extends ComponentProps<'button'> {
  /** Its accessible name, and its tooltip. */
  label: string
  keys?: string | undefined
  small?: boolean
  side?: 'top' | 'bottom' | 'left' | 'right'
  children: ReactNode
}

export function IconButton({ label, keys, small, side = 'bottom', className, children, ...rest }: IconButtonProps) {
  return (
    <Tooltip text={label} keys={keys} side={side}>
      <button type="button" aria-label={label} className={cx(styles.icon, small && styles.small, className)} {...rest}>
        {children}
      </button>
    </Tooltip>
  )
}

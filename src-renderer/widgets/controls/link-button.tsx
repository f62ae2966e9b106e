import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import styles from './button.module.css'

interface LinkButtonProps {
  readonly href: string
  readonly onOpen: () => void
  readonly children: ReactNode
}

/** A link to a page outside, which opens in the browser and looks like the main button. */
export function LinkButton({ href, onOpen, children }: LinkButtonProps) {
  return (
    <a
      className={cx(styles.button, styles['primary'], styles['link'])}
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      onClick={onOpen}
    >
      <ExternalLink aria-hidden="true" />
      {children}
    </a>
  )
}

import type { ReactNode } from 'react'
import styles from './state.module.css'

export interface EmptyStateProps {
  icon?: ReactNode
  title: string
  text?: ReactNode
  actions?: ReactNode
}

/** Shown by a view without content: what will appear there, and how to start. */
export function EmptyState({ icon, title, text, actions }: EmptyStateProps) {
  return (
    <div className={styles.state}>
      {icon !== undefined && (
        <span className={styles.icon} aria-hidden="true">
          {icon}
        </span>
      )}
      <p className={styles.title}>{title}</p>
      {text !== undefined && <div className={styles.text}>{text}</div>}
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </div>
  )
}

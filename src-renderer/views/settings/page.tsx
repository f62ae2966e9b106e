import type { ReactNode } from 'react'
import styles from './settings.module.css'

/** One page of the settings: a heading, a line on what it is for, and its groups. */
export function Page({ title, text, children }: { title: string; text?: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.page}>
      <div className={styles.heading}>
        <h3>{title}</h3>
        {text !== undefined && <p>{text}</p>}
      </div>
      {children}
    </div>
  )
}

/** A setting: its name and what it does at the left, its control at the right. */
export function Row({ label, hint, children }: { label: string; hint?: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.row}>
      <div className={styles.words}>
        <span className={styles.label}>{label}</span>
        {hint !== undefined && <span className={styles.hint}>{hint}</span>}
      </div>
      <div className={styles.control}>{children}</div>
    </div>
  )
}

import type { ReactNode } from 'react'
import styles from './section-header.module.css'

/** A heading of a group, with room for small actions. */
export function SectionHeader({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <header className={styles.header}>
      <h2 className={styles.title}>{title}</h2>
      {children}
    </header>
  )
}

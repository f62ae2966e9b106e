import type { ReactNode } from 'react'
import styles from '../compare.module.css'

/** A control with its own accessible name and the same text as a visible label above it. */
export function Labeled({ words, children }: { readonly words: string; readonly children: ReactNode }) {
  return (
    <div className={styles.labelled}>
      <span className={styles.fieldLabel} aria-hidden="true">
        {words}
      </span>
      {children}
    </div>
  )
}

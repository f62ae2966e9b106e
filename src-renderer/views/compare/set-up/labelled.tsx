import type { ReactNode } from 'react'
import styles from '../compare.module.css'

/** A control that has its own accessible name, with the same words above it for the eye. */
export function Labelled({ words, children }: { readonly words: string; readonly children: ReactNode }) {
  return (
    <div className={styles.labelled}>
      <span className={styles.fieldLabel} aria-hidden="true">
        {words}
      </span>
      {children}
    </div>
  )
}

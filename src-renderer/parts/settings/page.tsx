import type { ReactNode } from 'react'
import { SwitchControl, type SwitchProps } from '../../widgets/controls/switch.tsx'
import styles from './settings.module.css'

/** One page of the settings: a heading, a line on its purpose, and its groups. */
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

/** A setting: its name and description on the left, its control on the right. */
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

/** A setting that is on or off; a click anywhere in the row toggles it. */
export function SwitchRow({ label, hint, ...control }: SwitchProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the switch inside is a button, and a label may name a button
    <label className={styles.row}>
      <span className={styles.words}>
        <span className={styles.label}>{label}</span>
        {hint !== undefined && <span className={styles.hint}>{hint}</span>}
      </span>
      <span className={styles.control}>
        <SwitchControl {...control} />
      </span>
    </label>
  )
}

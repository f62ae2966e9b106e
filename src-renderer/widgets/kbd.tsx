import styles from './kbd.module.css'
import { keyLabel } from './keys.ts'

/** A key as printed on a button. Hidden from screen readers: commands name their keys in the palette. */
export function Kbd({ keys }: { keys: string }) {
  return (
    <span className={styles.kbd} aria-hidden="true">
      {keyLabel(keys)}
    </span>
  )
}

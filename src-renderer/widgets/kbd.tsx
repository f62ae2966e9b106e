import styles from './kbd.module.css'
import { keyLabel } from './keys.ts'

/** A key label on a button. Hidden from screen readers, because the palette lists the keys of commands. */
export function Kbd({ keys }: { keys: string }) {
  return (
    <span className={styles.kbd} aria-hidden="true">
      {keyLabel(keys)}
    </span>
  )
}

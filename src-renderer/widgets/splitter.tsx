import { Separator } from 'react-resizable-panels'
import styles from './splitter.module.css'

/** The separator between two panels, moved by dragging or with the arrow keys. */
export function Splitter({ name, hidden }: { name: string; hidden?: boolean }) {
  return <Separator className={styles.splitter} aria-label={name} data-hidden={hidden === true ? '' : undefined} />
}

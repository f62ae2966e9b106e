import styles from './spinner.module.css'

export function Spinner({ label = 'Working' }: { label?: string }) {
  return <span className={styles.spinner} role="status" aria-label={label} />
}

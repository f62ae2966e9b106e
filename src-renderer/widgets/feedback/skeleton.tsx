import styles from './state.module.css'

/** Quiet bars where text will stand. It appears only after a moment, so that quick answers do not flicker. */
export function Skeleton({ lines = 3, label = 'Loading' }: { lines?: number; label?: string }) {
  return (
    <div className={styles.skeleton} role="status" aria-label={label}>
      {Array.from({ length: lines }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bars have no identity
        <span key={index} style={{ width: `${92 - ((index * 23) % 50)}%` }} />
      ))}
    </div>
  )
}

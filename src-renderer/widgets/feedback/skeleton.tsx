import styles from './state.module.css'

/** Placeholder bars for text. They appear after a short delay, so that fast responses do not flicker. */
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

import styles from './mark.module.css'

/** The app's mark: three steps that branch. */
export function Mark({ size = 36 }: { size?: number }) {
  return (
    <svg className={styles.mark} width={size} height={size} viewBox="0 0 36 36" aria-hidden="true">
      <rect className={styles.ground} width="36" height="36" rx="9" />
      <path className={styles.line} d="M10 18h5c4 0 3-7 7-7h4M15 18c4 0 3 7 7 7h4" />
      <circle className={styles.knot} cx="10" cy="18" r="2.6" />
      <circle className={styles.knot} cx="26" cy="11" r="2.6" />
      <circle className={styles.faint} cx="26" cy="25" r="2.6" />
    </svg>
  )
}

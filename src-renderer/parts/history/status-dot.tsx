import type { RunStatus } from '../../../src-shared/run/conversation.ts'
import { runStateText } from '../../run/run-state-text.ts'
import { cx } from '../../widgets/cx.ts'
import styles from './status-dot.module.css'

/** The status of a run, shown by both shape and color. */
export function StatusDot({ status }: { status: RunStatus | null }) {
  if (status === null) return <span className={cx(styles.dot, styles.none)} aria-hidden="true" />
  return <span className={cx(styles.dot, styles[status])} title={runStateText[status]} aria-hidden="true" />
}

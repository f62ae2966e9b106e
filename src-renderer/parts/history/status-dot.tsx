import type { RunStatus } from '../../../src-shared/run/conversation.ts'
import { cx } from '../../widgets/cx.ts'
import styles from './status-dot.module.css'

export const statusText: { readonly [status in RunStatus]: string } = {
  running: 'running',
  waiting: 'waiting for you',
  completed: 'finished',
  failed: 'failed',
  aborted: 'stopped',
  interrupted: 'interrupted',
}

/** The status of a run, shown by both shape and color. */
export function StatusDot({ status }: { status: RunStatus | null }) {
  if (status === null) return <span className={cx(styles.dot, styles.none)} aria-hidden="true" />
  return <span className={cx(styles.dot, styles[status])} title={statusText[status]} aria-hidden="true" />
}

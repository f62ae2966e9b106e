import { CircleAlert, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Failure } from '../../../src-shared/base/failure.ts'
import { cx } from '../cx.ts'
import styles from './alert.module.css'

type AlertLevel = 'info' | 'warning' | 'error'
const icons = { info: Info, warning: TriangleAlert, error: CircleAlert }

export interface AlertProps {
  level: AlertLevel
  message: string
  /** What the user can do about it. */
  advice?: string | undefined
  /** Technical details, collapsed at first. */
  detail?: string | undefined
  actions?: ReactNode
  /** Without border and background, for narrow places. */
  bare?: boolean
}

/** An inline message that says what happened and what to do. */
export function Alert({ level, message, advice, detail, actions, bare }: AlertProps) {
  const Icon = icons[level]
  return (
    <div className={cx(styles.alert, styles[level], bare && styles.bare)} role={level === 'error' ? 'alert' : 'status'}>
      <Icon className={styles.icon} aria-hidden="true" />
      <div className={styles.text}>
        <p className={styles.message}>{message}</p>
        {advice !== undefined && advice !== '' && <p className={styles.advice}>{advice}</p>}
        {detail !== undefined && (
          <details className={styles.detail}>
            <summary>Details</summary>
            <pre>{detail}</pre>
          </details>
        )}
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </div>
    </div>
  )
}

export function FailureAlert({ failure, actions, bare }: { failure: Failure; actions?: ReactNode; bare?: boolean }) {
  return (
    <Alert
      // What the user stopped is not an error.
      level={failure.kind === 'aborted' ? 'info' : 'error'}
      message={failure.message}
      advice={failure.advice}
      detail={failure.detail}
      actions={actions}
      bare={bare === true}
    />
  )
}

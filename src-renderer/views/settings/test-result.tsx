import { CircleCheck } from 'lucide-react'
import type { ProfileTest } from '../../../src-shared/api/settings-requests.ts'
import { counted, formatDuration } from '../../../src-shared/base/format.ts'
import { Alert, FailureAlert } from '../../widgets/feedback/alert.tsx'
import { Spinner } from '../../widgets/feedback/spinner.tsx'
import styles from './test-result.module.css'

const knows = (count: number) => `The endpoint knows ${counted(count, 'model')}.`

/** The result of "Test connection". */
export function TestResult({ test }: { test: ProfileTest | 'running' | null }) {
  if (test === null) return null
  if (test === 'running')
    return (
      <p className={styles.running} role="status">
        <Spinner label="Testing" /> Listing the models, then asking for one short answer…
      </p>
    )
  if (!test.ok)
    return (
      <>
        <FailureAlert failure={test.failure} />
        {test.models.length > 0 && (
          <Alert level="info" message={knows(test.models.length)} advice={test.models.slice(0, 8).join(', ')} />
        )}
      </>
    )
  return (
    <div className={styles.good} role="status">
      <CircleCheck aria-hidden="true" />
      <span>
        It works. First words after {formatDuration(test.firstTokenMs)}: “{test.answer.trim().slice(0, 120)}”
        {test.models.length > 0 && <> {knows(test.models.length)}</>}
      </span>
    </div>
  )
}

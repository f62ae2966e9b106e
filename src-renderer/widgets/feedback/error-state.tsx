import type { Failure } from '../../../src-shared/base/failure.ts'
import { Button } from '../controls/button.tsx'
import { FailureAlert } from './alert.tsx'
import styles from './state.module.css'

/** Shown by a view that could not be loaded. */
export function ErrorState({ failure, onRetry }: { failure: Failure; onRetry?: (() => void) | undefined }) {
  return (
    <div className={styles.state}>
      <FailureAlert
        failure={failure}
        actions={
          onRetry && (
            <Button small onClick={onRetry}>
              Try again
            </Button>
          )
        }
      />
    </div>
  )
}

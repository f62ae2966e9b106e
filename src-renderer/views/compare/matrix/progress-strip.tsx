import { counted, formatCost, formatDuration, formatFixed, formatNumber } from '../../../../src-shared/base/format.ts'
import type { Batch } from '../../../../src-shared/comparison/comparison-batch.ts'
import type { BatchProgress } from '../../../../src-shared/comparison/matrix/batch-progress.ts'
import styles from './progress-strip.module.css'

interface Props {
  readonly batch: Batch
  readonly progress: BatchProgress
  /** How many of the waiting trials are in a queue, for a machine. */
  readonly queued: number
}

/** Trials by outcome, how long the rest takes, and what was spent, against the limit if there is one. */
export function ProgressStrip({ batch, progress, queued }: Props) {
  const { passed, failed, leftMs, perMinute } = progress
  const counts = { ...progress, queued, waiting: progress.waiting - queued }
  const parts = kinds.flatMap((kind) => (counts[kind] === 0 ? [] : [{ kind, count: counts[kind] }]))
  const ended = passed + failed + progress.void
  return (
    <section className={styles.strip} aria-label="Progress">
      <div className={styles.trials}>
        <p>
          <b>
            {formatNumber(ended)} of {formatNumber(batch.counts.planned - progress.saved)}
          </b>{' '}
          trials done
          {leftMs !== null && perMinute !== null && (
            <span className={styles.left}>
              <strong>about {formatDuration(leftMs)} left</strong> at {formatFixed(perMinute, 1)} a minute
            </span>
          )}
        </p>
        <div className={styles.bar} aria-hidden="true">
          {parts.map(({ kind, count }) => (
            <i key={kind} data-kind={kind} style={{ flex: count }} />
          ))}
        </div>
        <ul className={styles.legend}>
          {parts.map(({ kind, count }) => (
            <li key={kind}>
              <i data-kind={kind} aria-hidden="true" />
              {formatNumber(count)} {names[kind]}
            </li>
          ))}
        </ul>
      </div>
      <Spent batch={batch} cost={progress.cost} />
    </section>
  )
}

const kinds = ['passed', 'failed', 'running', 'queued', 'waiting', 'void', 'saved'] as const
const names = {
  passed: 'passed',
  failed: 'failed',
  running: 'running',
  queued: 'in the queue',
  waiting: 'waiting',
  void: 'not counted',
  saved: 'saved: their lanes lost the race',
} as const satisfies { readonly [K in (typeof kinds)[number]]: string }

function Spent({ batch: { limits, spent, counts }, cost }: { readonly batch: Batch; readonly cost: number | null }) {
  const limit = limits?.cost ?? null
  const tokens = limits?.tokens ?? null
  if (limit === null && tokens !== null && spent?.tokens != null)
    return (
      <Share
        title="Tokens used"
        value={counted(spent.tokens, 'token')}
        of={counted(tokens, 'token')}
        share={spent.tokens / tokens}
      />
    )
  if (cost === null || (cost === 0 && limit === null)) return null
  const each = counts.done === 0 ? null : cost / counts.done
  const planned = counts.planned - (counts.saved ?? 0)
  const inAll = each === null || counts.done >= planned ? null : each * planned
  return (
    <Share
      title="Spent"
      value={formatCost(cost)}
      of={[
        limit === null ? null : `of ${formatCost(limit)}`,
        inAll === null ? null : `about ${formatCost(inAll)} in all`,
      ]
        .filter((part) => part !== null)
        .join('; ')}
      share={limit === null ? null : cost / limit}
    />
  )
}

interface ShareProps {
  readonly title: string
  readonly value: string
  readonly of: string
  /** Of the limit; null: there is none. */
  readonly share: number | null
}

function Share({ title, value, of, share }: ShareProps) {
  return (
    <div className={styles.spent}>
      <span>{title}</span>
      <b>{value}</b>
      {share !== null && (
        <div className={styles.bar} aria-hidden="true">
          <i data-kind="spent" style={{ width: `${Math.min(100, share * 100)}%` }} />
        </div>
      )}
      {of !== '' && <span>{of}</span>}
    </div>
  )
}

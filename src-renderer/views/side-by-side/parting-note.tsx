import { Split } from 'lucide-react'
import type { FirstDivergence, Step } from '../../../src-shared/first-divergence.ts'
import { showIn } from '../../stores/selection-store.ts'
import { spanLabel, spanType } from '../timeline/span-names.ts'
import styles from './side-by-side.module.css'
import type { SideRun } from './side-run.ts'

interface Props {
  /** The two that are looked at. */
  readonly runs: readonly [SideRun, SideRun]
  readonly parting: FirstDivergence | null
}

/** Where two runs first take different roads, in words; each step can be gone to. */
export function PartingNote({ runs, parting }: Props) {
  if (parting === null) return <p className={styles.note}>So far both have taken the same steps.</p>
  const { same, steps } = parting
  return (
    <p className={styles.note}>
      <Split size={13} aria-hidden="true" />
      <span>
        {same === 0
          ? 'They part at their first step: '
          : `The same for ${same} ${same === 1 ? 'step' : 'steps'}. Then `}
        {runs.map(({ run, name }, index) => (
          <span key={run.id}>
            {index > 0 && ', and '}
            {name} <StepLink runId={run.id} step={steps[index] ?? null} />
          </span>
        ))}
        .
      </span>
    </p>
  )
}

function StepLink({ runId, step }: { readonly runId: string; readonly step: Step | null }) {
  if (step === null) return <>came to its end</>
  return (
    <button type="button" className={styles.link} onClick={() => showIn('timeline', { runId, path: step.path })}>
      {spanType(step)} {spanLabel(step)}
    </button>
  )
}

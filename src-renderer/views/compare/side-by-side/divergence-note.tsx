import { Split } from 'lucide-react'
import { counted } from '../../../../src-shared/base/format.ts'
import type { FirstDivergence, Step } from '../../../run/first-divergence.ts'
import { spanLabel, spanType } from '../../../run/span-names.ts'
import { showIn } from '../../../stores/session/selection-store.ts'
import styles from './side-by-side.module.css'
import type { Divergences, SideRun } from './side-run.ts'

interface Props {
  readonly runs: readonly SideRun[]
  readonly divergences: Divergences
}

/** Describes where runs first diverge, with links to the steps. */
export function DivergenceNote({ runs: [first, ...others], divergences }: Props) {
  if (first === undefined) return null
  const over = [first, ...others].every(({ run }) => run.endedAt !== null)
  if (divergences.every((each) => each === null))
    return <p className={styles.note}>{sameText(others.length > 1 ? 'all' : 'both', over)}</p>
  const [second] = others
  const [divergence] = divergences
  return (
    <p className={styles.note}>
      <Split size={13} aria-hidden="true" />
      {others.length === 1 && second !== undefined && divergence != null ? (
        <span>
          {divergence.same === 0
            ? 'They differ from the first step: '
            : `Same for ${counted(divergence.same, 'step')}. Then `}
          {first.name} <StepLink runId={first.run.id} step={divergence.steps[0]} />, and {second.name}{' '}
          <StepLink runId={second.run.id} step={divergence.steps[1]} />.
        </span>
      ) : (
        <span>
          Compared with {first.name}:{' '}
          {others.map((other, index) => (
            <span key={other.run.id}>
              {index > 0 && '; '}
              {other.name} <Parts run={other} divergence={divergences[index] ?? null} over={over} />
            </span>
          ))}
          .
        </span>
      )}
    </p>
  )
}

/** For runs that have ended the statement is final. */
const sameText = (who: string, over: boolean): string =>
  over ? `${who === 'all' ? 'All' : 'Both'} took the same steps.` : `So far ${who} have taken the same steps.`

interface PartsProps {
  readonly run: SideRun
  readonly divergence: FirstDivergence | null
  readonly over: boolean
}

function Parts({ run: { run }, divergence, over }: PartsProps) {
  if (divergence === null) return <>{over ? 'took the same steps' : 'has taken the same steps so far'}</>
  return (
    <>
      {divergence.same === 0 ? 'differs from the first step, ' : `differs after ${counted(divergence.same, 'step')}, `}
      <StepLink runId={run.id} step={divergence.steps[1]} />
    </>
  )
}

function StepLink({ runId, step }: { readonly runId: string; readonly step: Step | null }) {
  if (step === null) return <>ended</>
  return (
    <button type="button" className={styles.link} onClick={() => showIn('timeline', { runId, path: step.path })}>
      {spanType(step)} {spanLabel(step)}
    </button>
  )
}

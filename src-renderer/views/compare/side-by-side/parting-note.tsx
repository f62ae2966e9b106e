import { Split } from 'lucide-react'
import type { FirstDivergence, Step } from '../../../run/first-divergence.ts'
import { spanLabel, spanType } from '../../../run/span-names.ts'
import { showIn } from '../../../stores/session/selection-store.ts'
import styles from './side-by-side.module.css'
import type { Partings, SideRun } from './side-run.ts'

interface Props {
  readonly runs: readonly SideRun[]
  readonly partings: Partings
}

/** Where runs first take different roads, in words; each step can be gone to. */
export function PartingNote({ runs: [first, ...others], partings }: Props) {
  if (first === undefined) return null
  const over = [first, ...others].every(({ run }) => run.endedAt !== null)
  if (partings.every((each) => each === null))
    return <p className={styles.note}>{sameWords(others.length > 1 ? 'all' : 'both', over)}</p>
  const [second] = others
  const [parting] = partings
  return (
    <p className={styles.note}>
      <Split size={13} aria-hidden="true" />
      {others.length === 1 && second !== undefined && parting != null ? (
        <span>
          {parting.same === 0 ? 'They part at their first step: ' : `The same for ${stepsWords(parting.same)}. Then `}
          {first.name} <StepLink runId={first.run.id} step={parting.steps[0]} />, and {second.name}{' '}
          <StepLink runId={second.run.id} step={parting.steps[1]} />.
        </span>
      ) : (
        <span>
          Beside {first.name}:{' '}
          {others.map((other, index) => (
            <span key={other.run.id}>
              {index > 0 && '; '}
              {other.name} <Parts run={other} parting={partings[index] ?? null} over={over} />
            </span>
          ))}
          .
        </span>
      )}
    </p>
  )
}

const stepsWords = (count: number): string => `${count} ${count === 1 ? 'step' : 'steps'}`

/** Of runs that have ended nothing is said to be so for now. */
const sameWords = (who: string, over: boolean): string =>
  over ? `${who === 'all' ? 'All' : 'Both'} took the same steps.` : `So far ${who} have taken the same steps.`

interface PartsProps {
  readonly run: SideRun
  readonly parting: FirstDivergence | null
  readonly over: boolean
}

function Parts({ run: { run }, parting, over }: PartsProps) {
  if (parting === null) return <>{over ? 'took the same steps' : 'has taken the same steps so far'}</>
  return (
    <>
      {parting.same === 0 ? 'parts at the first step, ' : `parts after ${stepsWords(parting.same)}, `}
      <StepLink runId={run.id} step={parting.steps[1]} />
    </>
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

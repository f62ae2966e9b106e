import { Elapsed } from '../../../parts/chat/elapsed.tsx'
import type { ShownLane } from '../../../parts/lanes/lane-text.ts'
import { runFigures } from '../../../run/run-figures.ts'
import { useRunMs } from '../../../run/use-run-ms.ts'
import { useRuns } from '../../../stores/runs/run-store.ts'
import styles from '../compare.module.css'
import { useFilesSoFar } from '../set-up/use-files-so-far.ts'

interface Props {
  readonly shown: ShownLane
  readonly all: readonly ShownLane[]
}

/** A lane's figures as they run; where all lanes have ended, the best of each among those that completed is marked. */
export function LaneFigures({ shown: { run }, all }: Props) {
  const views = useRuns((state) => state.views)
  const soFar = useFilesSoFar(run, run === null ? undefined : views[run.id])
  if (run === null) return <dl className={styles.figures} />
  const status = views[run.id]?.status
  const ended = all.every((each) => each.run !== null && each.run.endedAt !== null)
  const completed = all.flatMap((each) => (each.run?.status === 'completed' ? [each.run] : []))
  const figures = ended ? completed.map((each) => runFigures(each, views[each.id])) : []
  return (
    <dl className={styles.figures}>
      {runFigures(run, views[run.id], soFar).map(({ name, shown, value, hint, grows, minor }, index) => {
        const best =
          run.status === 'completed' &&
          isBest(
            value,
            figures.map((each) => each[index]?.value ?? null),
          )
        return (
          <div key={name} title={hint} data-minor={minor}>
            <dt>{name}</dt>
            <dd data-best={best || undefined}>
              {grows !== undefined && grows === status ? (
                <Growing key={status} runId={run.id} waits={grows === 'waiting'} />
              ) : (
                shown
              )}
              {best && <span className="unseen">, best</span>}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

/** The time a run works, or waits for its user: it passes while nothing happens. */
function Growing({ runId, waits }: { readonly runId: string; readonly waits: boolean }) {
  const { now, still } = useRunMs(runId)
  const view = useRuns(({ views }) => views[runId])
  const waitedMs = view?.totals.waitingMs ?? 0
  return <Elapsed ms={waits ? waitedMs + now - (view?.lastMs ?? now) : now - waitedMs} still={still} />
}

/** Only where the lanes differ, and all of them know. */
function isBest(value: number | null, all: readonly (number | null)[]): boolean {
  const known = all.flatMap((each) => (each === null ? [] : [each]))
  return value !== null && known.length === all.length && new Set(known).size > 1 && value === Math.min(...known)
}

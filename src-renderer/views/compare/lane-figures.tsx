import { useRuns } from '../../stores/run-store.ts'
import styles from './compare.module.css'
import type { ShownLane } from './lane-words.ts'
import { runFigures } from './run-figures.ts'

interface Props {
  readonly shown: ShownLane
  readonly all: readonly ShownLane[]
}

/** A lane's figures as they run; where all lanes have ended, the best of each is marked. */
export function LaneFigures({ shown: { run }, all }: Props) {
  const views = useRuns((state) => state.views)
  if (run === null) return <dl className={styles.figures} />
  const runs = all.flatMap((each) => (each.run === null || each.run.endedAt === null ? [] : [each.run]))
  const figures = runs.length === all.length ? runs.map((each) => runFigures(each, views[each.id])) : []
  return (
    <dl className={styles.figures}>
      {runFigures(run, views[run.id]).map(({ name, shown, value, hint, minor }, index) => {
        const best = isBest(
          value,
          figures.map((each) => each[index]?.value ?? null),
        )
        return (
          <div key={name} title={hint} data-minor={minor}>
            <dt>{name}</dt>
            <dd data-best={best || undefined}>
              {shown}
              {best && <span className="unseen">, best</span>}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

/** Only where the lanes differ, and all of them know. */
function isBest(value: number | null, all: readonly (number | null)[]): boolean {
  const known = all.flatMap((each) => (each === null ? [] : [each]))
  return value !== null && known.length === all.length && new Set(known).size > 1 && value === Math.min(...known)
}

import { TriangleAlert } from 'lucide-react'
import type { StrategyInfo } from '../../../src-shared/strategy/strategy-info.ts'
import { ask } from '../../host/host.ts'
import { Row } from '../../parts/settings/page.tsx'
import styles from '../../parts/settings/settings.module.css'
import { toastOnFailure } from '../../stores/report.ts'
import { valueOr } from '../../stores/server-cache/loadable.ts'
import { useSettings } from '../../stores/server-cache/settings-store.ts'
import { openOverlay } from '../../stores/session/layout-store.ts'
import { openProjectId, useWorkbench } from '../../stores/session/workbench-store.ts'
import { Button } from '../../widgets/controls/button.tsx'

const none: readonly StrategyInfo[] = []

/** Strategies from the user's or the open project's files, with the errors of invalid ones. */
export function OwnStrategies() {
  const strategies = useSettings((state) => valueOr(state.strategies, none))
  const canReveal = useWorkbench(({ host }) => host.state === 'ready' && host.value.revealFile)
  const own = strategies.filter((each) => each.source !== undefined)
  return (
    <>
      {own.map((info) => (
        <Row key={`${info.source?.kind} ${info.source?.file}`} label={info.title} hint={<Hint info={info} />}>
          {canReveal && info.source?.kind !== 'imported' && (
            <Button
              small
              onClick={() =>
                void toastOnFailure(ask('strategy-reveal', { name: info.name, projectId: openProjectId() }))
              }
            >
              Show in folder
            </Button>
          )}
        </Row>
      ))}
      <Row label="Strategies you write" hint="One TypeScript file each, used as soon as it is saved">
        <Button small onClick={() => openOverlay('new-strategy')}>
          New strategy…
        </Button>
      </Row>
    </>
  )
}

const owners = { user: 'Yours', project: 'Default of this project', imported: 'From an imported run' } as const

function Hint({ info: { source, problem } }: { info: StrategyInfo }) {
  const origin = source === undefined ? '' : `${owners[source.kind]}, ${source.file}`
  if (problem === undefined) return origin
  return (
    <span className={styles.broken}>
      <TriangleAlert size={13} aria-hidden="true" />
      <span>
        Broken. {problem.message} {problem.advice}
      </span>
    </span>
  )
}

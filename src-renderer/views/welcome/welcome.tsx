import { ArrowRight, CircleHelp, Compass, FolderOpen, Plus, Settings2, Sparkles } from 'lucide-react'
import { useState } from 'react'
import { type Failure, failureFrom } from '../../../src-shared/base/failure.ts'
import { revealHidden } from '../../../src-shared/base/hidden-characters.ts'
import { demoProfileId } from '../../../src-shared/settings/settings.ts'
import { StatusDot } from '../../parts/history/status-dot.tsx'
import { runStateText } from '../../run/run-state-text.ts'
import { goToRun } from '../../stores/notify.ts'
import { valueOr } from '../../stores/server-cache/loadable.ts'
import { useSettings } from '../../stores/server-cache/settings-store.ts'
import { useStrategyTitle } from '../../stores/server-cache/strategy-titles.ts'
import { underWayText, useUnderWay } from '../../stores/server-cache/under-way.ts'
import { chooseProject } from '../../stores/session/choose-project.ts'
import { openOverlay, openSettings } from '../../stores/session/layout-store.ts'
import { openProject, openSample } from '../../stores/session/projects.ts'
import { beginTour } from '../../stores/session/tour-store.ts'
import { useWorkbench } from '../../stores/session/workbench-store.ts'
import { Button } from '../../widgets/controls/button.tsx'
import { FailureAlert } from '../../widgets/feedback/alert.tsx'
import { Mark } from '../../widgets/mark.tsx'
import { SectionHeader } from '../../widgets/section-header.tsx'
import { ComparisonPicture } from './comparison-picture.tsx'
import { RecentProjects } from './recent-projects.tsx'
import styles from './welcome.module.css'

/** Whether there is a model besides the demo model. */
function useHasModel(): boolean {
  return useSettings(({ profiles }) =>
    valueOr(profiles, { profiles: [], presets: [] }).profiles.some((each) => each.id !== demoProfileId),
  )
}

/** The first view: what the app is, active runs, and ways to start. */
export function Welcome() {
  const [failure, setFailure] = useState<Failure | null>(null)
  const [busy, setBusy] = useState(false)
  const attempt = async (work: Promise<void>) => {
    setFailure(null)
    setBusy(true)
    try {
      await work
    } catch (thrown) {
      setFailure(failureFrom(thrown))
    }
    setBusy(false)
  }
  return (
    <main className={styles.welcome}>
      <div className={styles.columns}>
        <div className={styles.column}>
          <header className={styles.head}>
            <Mark />
            <h1>Stratagem</h1>
          </header>
          <div className={styles.about}>
            <p className={styles.what}>Coding agents for your project, with the strategy as your choice.</p>
            <p>See every step an agent takes, branch from any of them, and compare ways of working on one task.</p>
          </div>
          <Ways busy={busy} attempt={(work) => void attempt(work)} />
          {failure !== null && <FailureAlert failure={failure} />}
        </div>
        <ComparisonPicture />
        <div className={styles.lists}>
          <RunningNow />
          <RecentProjects onOpen={(folder) => attempt(openProject(folder))} />
        </div>
        <Footer />
      </div>
    </main>
  )
}

/** The sample comes first until there is a model that can work on other code. */
function Ways({ busy, attempt }: { busy: boolean; attempt: (work: Promise<void>) => void }) {
  const settled = useSettings(({ profiles }) => profiles.state !== 'loading')
  const hasModel = useHasModel()
  if (!settled) return <div className={styles.actions} />
  const sample = (
    <Button
      key="sample"
      look={hasModel ? 'plain' : 'primary'}
      icon={<Sparkles aria-hidden="true" />}
      autoFocus={!hasModel}
      disabled={busy}
      onClick={() => attempt(openSample())}
    >
      Try the sample project
    </Button>
  )
  const open = (
    <Button
      key="open"
      look={hasModel ? 'primary' : 'plain'}
      icon={<FolderOpen aria-hidden="true" />}
      keys="mod+o"
      autoFocus={hasModel}
      disabled={busy}
      onClick={() => attempt(chooseProject())}
    >
      Open project
    </Button>
  )
  return (
    <>
      <div className={styles.actions}>
        {hasModel ? [open, sample] : [sample, open]}
        {!hasModel && (
          <Button icon={<Plus aria-hidden="true" />} onClick={() => openSettings('models')}>
            Add a model…
          </Button>
        )}
      </div>
      {!hasModel && (
        <p className={styles.note}>
          The sample is a small shop with one failing test, copied to your disk. Its repair takes about 10 seconds,
          needs no key, and sends nothing anywhere: the built-in <strong>demo model</strong> is a set of rules, not an
          AI model. To work on your own code, add a model first.
        </p>
      )}
    </>
  )
}

function Footer() {
  const host = useWorkbench((state) => state.host)
  return (
    <footer className={styles.foot}>
      <Button look="quiet" small icon={<Settings2 aria-hidden="true" />} onClick={() => openOverlay('settings')}>
        Settings
      </Button>
      <Button look="quiet" small icon={<CircleHelp aria-hidden="true" />} onClick={() => openOverlay('help-strategy')}>
        What is a strategy?
      </Button>
      <Button look="quiet" small icon={<Compass aria-hidden="true" />} onClick={beginTour}>
        Take the tour
      </Button>
      <Button look="quiet" small keys="mod+k" onClick={() => openOverlay('palette')}>
        Commands
      </Button>
      {host.state === 'ready' && <span className={styles.version}>Version {host.value.version}</span>}
    </footer>
  )
}

/** Active runs of all projects; those that wait for the user come first. */
function RunningNow() {
  const runs = useUnderWay((state) => state.runs)
  const title = useStrategyTitle()
  if (runs.length === 0) return null
  const first = [...runs].sort((a, b) => Number(b.run.status === 'waiting') - Number(a.run.status === 'waiting'))
  return (
    <section aria-label="Running now">
      <SectionHeader title={`Running now · ${underWayText(runs)}`} />
      <ul className={styles.list}>
        {first.map((each) => (
          <li key={each.run.id} className={styles.item}>
            <button type="button" className={styles.project} onClick={() => goToRun(each)}>
              <span className={styles.dot}>
                <StatusDot status={each.run.status} />
              </span>
              <span className={styles.name}>{revealHidden(each.title)}</span>
              <span className={styles.folder}>
                {runStateText[each.run.status]} · {each.project} · {title(each.run.strategy)}
              </span>
              <ArrowRight className={styles.go} aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

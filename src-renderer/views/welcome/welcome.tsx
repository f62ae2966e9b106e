import { FolderOpen, Settings2, Sparkles } from 'lucide-react'
import { useState } from 'react'
import { type Failure, failureFrom } from '../../../src-shared/base/failure.ts'
import { chooseProject } from '../../stores/session/choose-project.ts'
import { openOverlay } from '../../stores/session/layout-store.ts'
import { openProject, openSample } from '../../stores/session/projects.ts'
import { useWorkbench } from '../../stores/session/workbench-store.ts'
import { Button } from '../../widgets/controls/button.tsx'
import { FailureAlert } from '../../widgets/feedback/alert.tsx'
import { Mark } from '../../widgets/mark.tsx'
import { RecentProjects } from './recent-projects.tsx'
import styles from './welcome.module.css'

/** The first view: open a project, or try the one that comes along. */
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
      <div className={styles.column}>
        <header className={styles.head}>
          <Mark />
          <h1>Stratagem</h1>
          <p>Choose how an agent works, and watch it work.</p>
        </header>
        <div className={styles.actions}>
          <Button
            look="primary"
            icon={<FolderOpen aria-hidden="true" />}
            keys="mod+o"
            autoFocus
            disabled={busy}
            onClick={() => attempt(chooseProject())}
          >
            Open project
          </Button>
          <Button icon={<Sparkles aria-hidden="true" />} disabled={busy} onClick={() => attempt(openSample())}>
            Try the sample project
          </Button>
        </div>
        {failure !== null && <FailureAlert failure={failure} />}
        <RecentProjects onOpen={(folder) => attempt(openProject(folder))} />
        <Footer />
      </div>
    </main>
  )
}

function Footer() {
  const host = useWorkbench((state) => state.host)
  return (
    <footer className={styles.foot}>
      <p>
        It starts with a built-in <strong>demo model</strong>: a set of rules on this machine, no real language model.
        It needs no key and no network, and can repair the sample project. Add your own models in the settings.
      </p>
      <div className={styles.row}>
        <Button look="quiet" small icon={<Settings2 aria-hidden="true" />} onClick={() => openOverlay('settings')}>
          Settings
        </Button>
        <Button look="quiet" small keys="mod+k" onClick={() => openOverlay('palette')}>
          Commands
        </Button>
        {host.state === 'ready' && <span className={styles.version}>Version {host.value.version}</span>}
      </div>
    </footer>
  )
}

import { useConnection } from '../host/host.ts'
import { Spinner } from '../widgets/feedback/spinner.tsx'
import styles from './connection-banner.module.css'

/** Shown while the host can't be reached. Disappears by itself when the connection is back. */
export function ConnectionBanner() {
  const state = useConnection((connection) => connection.state)
  if (state === 'lost') return <Lost />
  if (state === 'outdated') return <Outdated />
  return null
}

function Lost() {
  return (
    <div className={styles.banner} role="alert">
      <Spinner label="Reconnecting" />
      Connection to Stratagem lost. Reconnecting… Runs continue, and your drafts are kept. If you restarted Stratagem,
      open the new address it printed.
    </div>
  )
}

function Outdated() {
  return (
    <div className={styles.banner} role="alert">
      Stratagem was restarted, so this tab no longer works. Open the new address it printed; your drafts are kept.
    </div>
  )
}

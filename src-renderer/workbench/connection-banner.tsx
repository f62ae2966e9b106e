import { useConnection } from '../host/host.ts'
import { Spinner } from '../widgets/feedback/spinner.tsx'
import styles from './connection-banner.module.css'

/** Says while the host can't be reached. It disappears by itself when it can. */
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
      The connection to Stratagem is lost. Reconnecting; runs continue, and nothing you typed is lost. If you started it
      again, open the address that it printed.
    </div>
  )
}

function Outdated() {
  return (
    <div className={styles.banner} role="alert">
      Stratagem was started again, and this tab belongs to the time before. Open the address that it printed; nothing
      you typed is lost.
    </div>
  )
}

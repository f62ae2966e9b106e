import { useConnection } from '../../host.ts'
import { Spinner } from '../../widgets/spinner.tsx'
import styles from './connection-banner.module.css'

/** Says while the host can't be reached; it goes away by itself. */
export function ConnectionBanner() {
  const lost = useConnection((connection) => connection.state === 'lost')
  if (!lost) return null
  return (
    <div className={styles.banner} role="alert">
      <Spinner label="Reconnecting" />
      The connection to Stratagem is lost. Reconnecting; runs go on meanwhile, and nothing you typed is lost.
    </div>
  )
}

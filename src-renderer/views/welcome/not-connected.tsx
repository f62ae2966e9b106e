import { Mark } from '../../widgets/mark.tsx'
import styles from './welcome.module.css'

/** Shown in a browser that was not opened with the printed address. */
export function NotConnected() {
  return (
    <main className={styles.welcome}>
      <div className={styles.column} role="alert">
        <header className={styles.head}>
          <Mark />
          <h1>Stratagem</h1>
          <p>This browser is not connected.</p>
        </header>
        <p>Open the whole address that Stratagem printed in the terminal. It works once, in one browser.</p>
        <p>If it was used before, stop Stratagem with Ctrl+C and start it again to get a new address.</p>
      </div>
    </main>
  )
}

import styles from '../timeline.module.css'
import swatch from './swatch.module.css'

const kinds = [
  ['wait', 'waiting for the model'],
  ['model', 'streaming'],
  ['read', 'reads'],
  ['edit', 'edits'],
  ['command', 'commands'],
  ['own', 'plans, verdicts'],
  ['user', 'waiting for you'],
  ['failed', 'failed'],
] as const

/** What colours and shapes mean. */
export function Legend() {
  return (
    <ul className={styles.legend} aria-label="Legend">
      {kinds.map(([kind, meaning]) => (
        <li key={kind}>
          <i className={swatch[kind]} aria-hidden="true" />
          {meaning}
        </li>
      ))}
    </ul>
  )
}

import { assertNever } from '../../../../src-shared/base/assert-never.ts'
import { commandLine } from '../../../../src-shared/base/command-line.ts'
import type { SignInMethod } from '../../../../src-shared/settings/agent-offers.ts'
import type { AgentEntry } from '../../../../src-shared/settings/other-agents.ts'
import styles from '../../../parts/settings/settings.module.css'
import { CopyButton } from '../../../widgets/code/copy-button.tsx'
import { Button } from '../../../widgets/controls/button.tsx'
import own from './agents.module.css'

interface Props {
  readonly entry: AgentEntry
  readonly methods: readonly SignInMethod[]
  readonly disabled: boolean
  readonly onSignIn: (method: string) => void
  /** Adds rows for these variables to the keys that are handed over. */
  readonly onKeys: (variables: readonly string[]) => void
}

/** The ways to sign in that the agent names, each with what to do. */
export function AgentSignIn({ methods, ...props }: Props) {
  return (
    <section aria-label="Ways to sign in">
      <ul className={`${styles.rows} ${own.ways}`}>
        {methods.map((method) => (
          <li key={method.id} className={own.way}>
            <span className={styles.label}>{method.name}</span>
            {method.description !== '' && <span className={styles.hint}>{method.description}</span>}
            <Way method={method} {...props} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Way({
  method,
  entry,
  disabled,
  onSignIn,
  onKeys,
}: Omit<Props, 'methods'> & { readonly method: SignInMethod }) {
  const { how } = method
  switch (how.kind) {
    case 'agent':
      return (
        <div className={styles.actions}>
          <Button small disabled={disabled} aria-label={`Sign in: ${method.name}`} onClick={() => onSignIn(method.id)}>
            Sign in
          </Button>
          <span className={styles.hint}>The agent does this itself, often in your browser; finish it there.</span>
        </div>
      )
    case 'terminal': {
      const words = how.command === null ? [entry.command, ...entry.args, ...how.args] : [how.command, ...how.args]
      const environment = how.command === null ? { ...entry.env, ...how.env } : how.env
      const line = commandLine(words, environment, /win/i.test(navigator.platform) ? 'cmd' : 'posix')
      return (
        <>
          <span className={styles.hint}>Run this in a terminal of your own, sign in there, then press Test.</span>
          <div className={own.command}>
            <code>{line}</code>
            <CopyButton text={line} label="Copy the command" />
          </div>
        </>
      )
    }
    case 'keys':
      return (
        <div className={styles.actions}>
          <Button small disabled={disabled} onClick={() => onKeys(how.variables)}>
            Hand over a key
          </Button>
          <span className={styles.hint}>
            {how.variables.length === 0
              ? 'It takes a key from a variable of its environment.'
              : `It takes a key from ${how.variables.join(', ')}. Name one under Keys, then press Test.`}
          </span>
        </div>
      )
    default:
      return assertNever(how)
  }
}

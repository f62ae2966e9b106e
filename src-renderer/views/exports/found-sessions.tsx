import type { FoundSession } from '../../../src-shared/api/export-requests.ts'
import { otherToolName } from '../../../src-shared/strategy/other-tools.ts'
import { useAnswer } from '../../stores/server-cache/use-answer.ts'
import styles from './found-sessions.module.css'

interface Props {
  readonly project: { readonly id: string; readonly name: string }
  readonly busy: boolean
  readonly onChoose: (session: FoundSession) => void
}

/** Sessions that other tools recorded in the open project's folder; nothing if there are none. */
export function FoundSessions({ project, busy, onChoose }: Props) {
  const { answer } = useAnswer('sessions-find', { projectId: project.id })
  if (answer.state !== 'ready' || answer.value.length === 0) return null
  return (
    <section className={styles.found} aria-label={`Sessions recorded in ${project.name}`}>
      <h3 className={styles.title}>Recorded in {project.name}</h3>
      <ul className={styles.list}>
        {answer.value.map((session) => (
          <li key={`${session.tool} ${session.id}`}>
            <button type="button" className={styles.session} disabled={busy} onClick={() => onChoose(session)}>
              <span className={styles.name}>{session.title}</span>
              <span className={styles.facts}>
                {otherToolName(session.tool)}, {when.format(session.at)}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

const when = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

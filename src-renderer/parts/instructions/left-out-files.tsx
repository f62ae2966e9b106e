import { useAnswer } from '../../stores/server-cache/use-answer.ts'
import styles from './instruction-list.module.css'

/** Skills, sub-agents and prompt files that can't be used as they are, each with the reason; nothing if there are none. */
export function LeftOutFiles({ projectId }: { projectId: string }) {
  const { answer } = useAnswer('left-out-files', { projectId })
  const leftOut = answer.state === 'ready' ? answer.value : []
  if (leftOut.length === 0) return null
  return (
    <ul className={styles.list} aria-label="Skills, sub-agents and prompt files that can’t be used as they are">
      {leftOut.map(({ file, problem, isUsed }) => (
        <li key={file}>
          <code title={file}>{file}</code>
          <span className={styles.size}>{isUsed ? 'used' : 'not used'}</span>
          <span className={styles.why}>{problem}</span>
        </li>
      ))}
    </ul>
  )
}

import { useAnswer } from '../../stores/server-cache/use-answer.ts'
import styles from './instruction-list.module.css'

/** Skills that can't be used, each with the reason; nothing if there are none. */
export function BrokenSkills({ projectId }: { projectId: string }) {
  const { answer } = useAnswer('skills-list', { projectId })
  const broken = answer.state === 'ready' ? answer.value.filter((each) => !each.ok) : []
  if (broken.length === 0) return null
  return (
    <ul className={styles.list} aria-label="Skills that can’t be used">
      {broken.map(({ file, problem }) => (
        <li key={file}>
          <code title={file}>{file}</code>
          <span className={styles.size}>not used</span>
          <span className={styles.why}>{problem}</span>
        </li>
      ))}
    </ul>
  )
}

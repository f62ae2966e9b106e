import { Plus } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { KeptTask } from '../../../../src-shared/comparison/comparison-batch.ts'
import { Button } from '../../../widgets/controls/button.tsx'
import { Pill } from '../../../widgets/pill.tsx'
import { chosenTasksText } from './chosen-tasks.ts'
import styles from './set-up.module.css'

interface Props {
  /** The saved tasks that are chosen; at least one. */
  readonly tasks: readonly KeptTask[]
  /** Shows the box for a message, which is a task of its own; null if it is there. */
  readonly onMessage: (() => void) | null
}

/** What the lanes are compared on, and what judges each of it. */
export function TasksPart({ tasks, onMessage }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  const isFirst = useRef(onMessage !== null)
  // In place of a message box, which takes the focus of what disappeared.
  useEffect(() => {
    if (isFirst.current) heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <section className={styles.part} aria-label="Tasks">
      <div className={styles.partHead}>
        <h2 ref={heading} tabIndex={-1}>
          Tasks
        </h2>
        <p>{chosenTasksText(tasks)}</p>
        {onMessage !== null && (
          <Button small look="quiet" icon={<Plus aria-hidden="true" />} onClick={onMessage}>
            Also a message
          </Button>
        )}
      </div>
      <ul className={styles.chosenTasks} aria-label="Chosen tasks">
        {tasks.map(({ id, name, check }) => (
          <li key={id}>
            <span title={name}>{name}</span>
            {check === null ? <Pill tone="warn">no check</Pill> : <code title={check.command}>{check.command}</code>}
          </li>
        ))}
      </ul>
    </section>
  )
}

import { ArrowUp, Pencil, SendHorizontal, X } from 'lucide-react'
import { useEffect } from 'react'
import { writtenOf } from '../../../src-shared/mentions/attached.ts'
import { sentImagesOf } from '../../../src-shared/mentions/sent-images.ts'
import styles from '../../parts/choices/composer.module.css'
import { ImageList } from '../../parts/mentions/image-list.tsx'
import { toastOnFailure } from '../../stores/report.ts'
import { loadQueue, removeQueued, sendQueuedEarlier, sendQueuedNow, takeBack } from '../../stores/runs/runs.ts'
import { useWorkbench } from '../../stores/session/workbench-store.ts'
import { IconButton } from '../../widgets/controls/icon-button.tsx'

const noMessages: readonly string[] = []

interface Props {
  readonly runId: string
  /** Key of the composer draft that an edited message is moved to. */
  readonly draftKey: string
  /** Otherwise there is no work to stop: the messages wait for the run to be resumed. */
  readonly underWay: boolean
}

/** The queued messages: each can be edited, moved, removed and sent now until the run receives it. */
export function Queue({ runId, draftKey, underWay }: Props) {
  const waiting = useWorkbench((state) => state.queues[runId] ?? noMessages)
  useEffect(() => void loadQueue(runId), [runId])
  if (waiting.length === 0) return null
  return (
    <ul className={styles.queue} aria-label="Queued messages">
      {waiting.map((message, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: equal messages may be queued twice, and their order matters
        <li key={index}>
          <span className={styles.queued}>Queued</span>
          <span className={styles.message} title={writtenOf(message)}>
            {writtenOf(message)}
          </span>
          <ImageList label="Images of the queued message" images={sentImagesOf(message)} />
          {underWay && (
            <IconButton
              small
              side="top"
              label="Send now, which stops the current work"
              onClick={() => void toastOnFailure(sendQueuedNow(runId, message))}
            >
              <SendHorizontal aria-hidden="true" />
            </IconButton>
          )}
          {index > 0 && (
            <IconButton small side="top" label="Send earlier" onClick={() => void sendQueuedEarlier(runId, index)}>
              <ArrowUp aria-hidden="true" />
            </IconButton>
          )}
          <IconButton
            small
            side="top"
            label="Edit in the composer"
            onClick={() => void takeBack(runId, index, draftKey)}
          >
            <Pencil aria-hidden="true" />
          </IconButton>
          <IconButton small side="top" label="Remove from the queue" onClick={() => void removeQueued(runId, index)}>
            <X aria-hidden="true" />
          </IconButton>
        </li>
      ))}
    </ul>
  )
}

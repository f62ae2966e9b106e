import { SearchX } from 'lucide-react'
import { Fragment, type KeyboardEvent, useEffect, useState } from 'react'
import type { SearchHit } from '../../../src-shared/host-api.ts'
import { ask } from '../../host.ts'
import { openConversation } from '../../stores/conversations.ts'
import { type Loadable, loaded, loading } from '../../stores/loadable.ts'
import { EmptyState } from '../../widgets/empty-state.tsx'
import { ErrorState } from '../../widgets/error-state.tsx'
import { Skeleton } from '../../widgets/skeleton.tsx'
import styles from './conversations.module.css'

const pauseMs = 150

/** What the project's conversations say about the words typed, asked for after a short pause. */
export function SearchResults({ projectId, query }: { projectId: string; query: string }) {
  const [hits, setHits] = useState<Loadable<readonly SearchHit[]>>(loading)
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` asks again
  useEffect(() => {
    let wanted = true
    const timer = setTimeout(async () => {
      const found = await loaded(ask('conversations-search', { projectId, query }))
      if (wanted) setHits(found)
    }, pauseMs)
    return () => {
      wanted = false
      clearTimeout(timer)
    }
  }, [projectId, query, attempt])
  if (hits.state === 'loading') return <Skeleton lines={4} label="Searching" />
  if (hits.state === 'failed') return <ErrorState failure={hits.failure} onRetry={() => setAttempt(attempt + 1)} />
  if (hits.value.length === 0)
    return (
      <EmptyState icon={<SearchX />} title="Nothing found" text={`No message, call or result speaks of “${query}”.`} />
    )
  return <Hits hits={hits.value} />
}

function Hits({ hits }: { hits: readonly SearchHit[] }) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys go through the buttons inside
    <div className={styles.scroller} onKeyDown={moveFocus}>
      <p className={styles.count} role="status">
        {hits.length === 1 ? '1 place' : `${hits.length} places`}
      </p>
      <ul aria-label="Search results">
        {hits.map((hit, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: one turn may be found in several places
          <li key={`${hit.turnId}-${index}`} className={styles.hit}>
            <button type="button" onClick={() => void openConversation(hit.conversationId, hit.turnId)}>
              <span className={hit.conversationId === hits[index - 1]?.conversationId ? 'unseen' : styles.hitTitle}>
                {hit.title}
              </span>
              <span className={styles.excerpt}>
                <Excerpt text={hit.excerpt} />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0 || event.altKey) return
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const at = buttons.findIndex((each) => each.matches(':focus'))
  buttons[Math.max(0, Math.min(buttons.length - 1, at + step))]?.focus()
  event.preventDefault()
}

/** The host marks each match with U+0002 and U+0003. */
function Excerpt({ text }: { text: string }) {
  return text.split('\u0002').map((part, index) => {
    const [match = '', rest] = part.split('\u0003')
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move
      <Fragment key={index}>
        {rest === undefined ? match : <mark>{match}</mark>}
        {rest}
      </Fragment>
    )
  })
}

import { useMemo } from 'react'
import type { Run, Turn } from '../../../src-shared/conversation.ts'
import { ErrorBoundary } from '../../widgets/error-boundary.tsx'
import { ChatList } from '../chat/chat-list.tsx'
import { useTurnsAtMoment } from '../chat/use-turns-at-moment.ts'
import '../chat/chat.css'
import '../chat/chat-cards.css'
import styles from './side-by-side.module.css'

interface Props {
  /** What the run is among the others. */
  readonly name: string
  readonly turn: Turn
  readonly run: Run
}

/** One run as a conversation of one turn: read and answered in place. */
export function RunColumn({ name, turn, run }: Props) {
  const own = useMemo(() => [{ turn, run }], [turn, run])
  const turns = useTurnsAtMoment(own)
  return (
    <section className={styles.column} aria-label={name}>
      <h2>{name}</h2>
      <div className={styles.chat}>
        <div className="chat">
          <ErrorBoundary>
            <ChatList turns={turns} />
          </ErrorBoundary>
        </div>
      </div>
    </section>
  )
}

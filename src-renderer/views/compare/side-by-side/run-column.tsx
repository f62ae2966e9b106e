import { useMemo } from 'react'
import type { Run, Turn } from '../../../../src-shared/run/conversation.ts'
import { ChatList } from '../../../parts/chat/chat-list.tsx'
import { useTurnsAtMoment } from '../../../parts/chat/use-turns-at-moment.ts'
import { ErrorBoundary } from '../../../widgets/feedback/error-boundary.tsx'
import '../../../parts/chat/chat.css'
import '../../../parts/chat/chat-cards.css'
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

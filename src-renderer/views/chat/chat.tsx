import { ChatList } from '../../parts/chat/chat-list.tsx'
import { useTurnsAtMoment } from '../../parts/chat/use-turns-at-moment.ts'
import { openConversation } from '../../stores/session/conversations.ts'
import { useShownTurns } from '../../stores/session/turns.ts'
import { useWorkbench } from '../../stores/session/workbench-store.ts'
import { ErrorState } from '../../widgets/feedback/error-state.tsx'
import { Skeleton } from '../../widgets/feedback/skeleton.tsx'
import { BackToTrials } from './back-to-trials.tsx'
import { EmptyChat } from './empty-chat.tsx'
import { TrialVerdict } from './trial-verdict.tsx'
import '../../parts/chat/chat.css'
import '../../parts/chat/chat-cards.css'

/** The conversation: the turns of the shown branch, each with the run that answers it. */
export function Chat() {
  return (
    <section className="chat" aria-label="Conversation">
      <BackToTrials />
      <TrialVerdict />
      <Contents />
    </section>
  )
}

function Contents() {
  const tree = useWorkbench((state) => state.tree)
  const conversationId = useWorkbench((state) => state.conversationId)
  const turns = useTurnsAtMoment(useShownTurns())
  if (tree?.state === 'loading') return <Skeleton lines={6} label="Loading the conversation" />
  if (tree?.state === 'failed') {
    const again = conversationId === null ? undefined : () => void openConversation(conversationId)
    return <ErrorState failure={tree.failure} onRetry={again} />
  }
  // A separate list for each conversation, because row heights and scroll position do not carry over.
  return turns.length === 0 ? <EmptyChat /> : <ChatList key={conversationId} turns={turns} />
}

import { MessageSquare, Search, SquarePen, X } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { runCommand } from '../../commands/command-store.ts'
import { focusRegion } from '../../commands/focus-region.ts'
import { loadConversations } from '../../stores/session/conversations.ts'
import { useWorkbench } from '../../stores/session/workbench-store.ts'
import { Button } from '../../widgets/controls/button.tsx'
import { IconButton } from '../../widgets/controls/icon-button.tsx'
import { EmptyState } from '../../widgets/feedback/empty-state.tsx'
import { ErrorState } from '../../widgets/feedback/error-state.tsx'
import { Skeleton } from '../../widgets/feedback/skeleton.tsx'
import { Kbd } from '../../widgets/kbd.tsx'
import { ConversationList } from './conversation-list.tsx'
import styles from './conversations.module.css'
import { ProjectMenu } from './project-menu.tsx'
import { openHit } from './search/open-hit.ts'
import { SearchAnswer } from './search/search-answer.tsx'
import { SearchScope, useSearchIn } from './search/search-scope.tsx'
import { UnderWayFoot } from './under-way-foot.tsx'

/** The left sidebar: the project, its conversations, and their search. */
export function Conversations() {
  const project = useWorkbench((state) => state.project)
  const [query, setQuery] = useState('')
  if (project === null) return null
  const words = query.trim()
  return (
    <section className={styles.region} aria-label="Conversations">
      <header className={styles.head}>
        <ProjectMenu project={project} />
      </header>
      <div className={styles.tools}>
        <Button
          className={styles.fresh}
          icon={<SquarePen aria-hidden="true" />}
          keys={window.stratagem === undefined ? 'alt+n' : 'mod+n'}
          onClick={() => runCommand('new-conversation')}
        >
          New conversation
        </Button>
        <SearchField query={query} onChange={setQuery} />
      </div>
      {words === '' ? <Everything /> : <SearchResults projectId={project.id} query={words} />}
      <UnderWayFoot />
    </section>
  )
}

function SearchField({ query, onChange }: { query: string; onChange: (query: string) => void }) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && query !== '') {
      event.preventDefault()
      onChange('')
    }
    if (event.key === 'ArrowDown') {
      event.preventDefault()
      const list =
        'section[aria-label="Conversations"] li button[tabindex="0"], section[aria-label="Conversations"] ul[aria-label="Search results"] button'
      document.querySelector<HTMLElement>(list)?.focus()
    }
  }
  return (
    <div className={styles.search}>
      <Search aria-hidden="true" />
      <input
        id="conversation-search"
        type="search"
        aria-label="Search conversations"
        placeholder="Search"
        maxLength={200}
        value={query}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {query === '' ? (
        <Kbd keys="mod+shift+f" />
      ) : (
        <IconButton small label="Clear the search" onClick={() => onChange('')}>
          <X aria-hidden="true" />
        </IconButton>
      )}
    </div>
  )
}

function Everything() {
  const conversations = useWorkbench((state) => state.conversations)
  if (conversations.state === 'loading') return <Skeleton lines={7} label="Loading conversations" />
  if (conversations.state === 'failed')
    return <ErrorState failure={conversations.failure} onRetry={() => void loadConversations()} />
  if (conversations.value.every((each) => each.deletedAt !== null))
    return (
      <EmptyState
        icon={<MessageSquare />}
        title="No conversations yet"
        text="Your conversations in this project appear here."
        actions={
          <Button small onClick={() => focusRegion('Message')}>
            Write a message
          </Button>
        }
      />
    )
  return <ConversationList conversations={conversations.value} />
}

/** The search results in the project's conversations, or in those of all projects. */
function SearchResults({ projectId, query }: { projectId: string; query: string }) {
  const where = useSearchIn(projectId)
  return (
    <>
      <SearchScope name="search-list-scope" />
      <div className={styles.scroller}>
        <SearchAnswer query={query} projectId={where} onOpen={(hit) => void openHit(hit)} />
      </div>
    </>
  )
}

import { SearchX } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { SearchFound, SearchHit } from '../../../../src-shared/api/search.ts'
import { ask } from '../../../host/host.ts'
import { type Loadable, loading, toLoadable } from '../../../stores/server-cache/loadable.ts'
import { EmptyState } from '../../../widgets/feedback/empty-state.tsx'
import { ErrorState } from '../../../widgets/feedback/error-state.tsx'
import { Skeleton } from '../../../widgets/feedback/skeleton.tsx'
import { SearchHits } from './search-hits.tsx'

export interface SearchAnswerProps {
  query: string
  /** Null for all projects. */
  projectId: string | null
  onOpen: (hit: SearchHit) => void
}

/** The search results, or the reason why there are none. */
export function SearchAnswer({ query, projectId, onOpen }: SearchAnswerProps) {
  const { found, stale, retry } = useSearch(query, projectId)
  if (found.state === 'loading') return <Skeleton lines={4} label="Searching" />
  if (found.state === 'failed') return <ErrorState failure={found.failure} onRetry={retry} />
  if (found.value.hits.length === 0)
    return stale ? (
      <Skeleton lines={4} label="Searching" />
    ) : (
      <EmptyState
        icon={<SearchX />}
        title="Nothing found"
        text={`No title, message, tool call or result ${projectId === null ? 'of any project' : 'in this project'} contains “${query}”.`}
      />
    )
  return <SearchHits found={found.value} wide={projectId === null} stale={stale} onOpen={onOpen} />
}

const pauseMs = 100

interface Search {
  readonly found: Loadable<SearchFound>
  /** Whether the results belong to an earlier query. */
  readonly stale: boolean
  readonly retry: () => void
}

/**
 * Searches after a short pause in typing, and keeps the previous results until the new ones arrive. Results of an
 * outdated query are dropped.
 * @param projectId null for all projects
 */
function useSearch(query: string, projectId: string | null): Search {
  const [attempt, setAttempt] = useState(0)
  const key = JSON.stringify([query, projectId, attempt])
  const [answer, setAnswer] = useState<{ key: string; found: Loadable<SearchFound> }>({ key: '', found: loading })
  useEffect(() => {
    if (query === '') return
    let wanted = true
    const timer = setTimeout(async () => {
      const found = await toLoadable(ask('history-search', { projectId, query }))
      if (wanted) setAnswer({ key, found })
    }, pauseMs)
    return () => {
      wanted = false
      clearTimeout(timer)
    }
  }, [query, projectId, key])
  return { found: answer.found, stale: answer.key !== key, retry: () => setAttempt(attempt + 1) }
}

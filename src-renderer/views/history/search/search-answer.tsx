import { SearchX } from 'lucide-react'
import type { SearchHit } from '../../../../src-shared/api/search.ts'
import { EmptyState } from '../../../widgets/feedback/empty-state.tsx'
import { ErrorState } from '../../../widgets/feedback/error-state.tsx'
import { Skeleton } from '../../../widgets/feedback/skeleton.tsx'
import { SearchHits } from './search-hits.tsx'
import { useSearch } from './use-search.ts'

export interface SearchAnswerProps {
  query: string
  /** Null: all projects. */
  projectId: string | null
  onOpen: (hit: SearchHit) => void
}

/** What there is for the words typed, in every state. */
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
        text={`No title, message, call or result ${projectId === null ? 'of any project' : 'in this project'} has “${query}”.`}
      />
    )
  return <SearchHits found={found.value} wide={projectId === null} stale={stale} onOpen={onOpen} />
}

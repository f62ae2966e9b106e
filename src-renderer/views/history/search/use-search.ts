import { useEffect, useState } from 'react'
import type { SearchFound } from '../../../../src-shared/api/search.ts'
import { ask } from '../../../host/host.ts'
import { type Loadable, loaded, loading } from '../../../stores/server-cache/loadable.ts'

const pauseMs = 100

export interface Search {
  readonly found: Loadable<SearchFound>
  /** What was found is for other words than those typed now. */
  readonly stale: boolean
  readonly retry: () => void
}

/**
 * Asks after a short pause, and keeps what was found for the words before until the new answer is there. An answer that
 * comes when other words are typed is dropped.
 * @param projectId null for all projects
 */
export function useSearch(query: string, projectId: string | null): Search {
  const [attempt, setAttempt] = useState(0)
  const asked = JSON.stringify([query, projectId, attempt])
  const [answer, setAnswer] = useState<{ asked: string; found: Loadable<SearchFound> }>({ asked: '', found: loading })
  useEffect(() => {
    if (query === '') return
    let wanted = true
    const timer = setTimeout(async () => {
      const found = await loaded(ask('history-search', { projectId, query }))
      if (wanted) setAnswer({ asked, found })
    }, pauseMs)
    return () => {
      wanted = false
      clearTimeout(timer)
    }
  }, [query, projectId, asked])
  return { found: answer.found, stale: answer.asked !== asked, retry: () => setAttempt(attempt + 1) }
}

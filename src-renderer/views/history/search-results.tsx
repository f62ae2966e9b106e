import styles from './conversations.module.css'
import { openHit } from './search/open-hit.ts'
import { SearchAnswer } from './search/search-answer.tsx'
import { SearchScope, useSearchIn } from './search/search-scope.tsx'

/** What the project's conversations, or those of all projects, have of the words typed. */
export function SearchResults({ projectId, query }: { projectId: string; query: string }) {
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

import { ChevronDown, ChevronUp } from 'lucide-react'
import { counted } from '../../../src-shared/base/format.ts'
import { IconButton } from '../../widgets/controls/icon-button.tsx'
import type { FindQuery } from './find-in-file.ts'

interface Props {
  readonly typed: string
  readonly query: FindQuery
  /** Numbers of the matching lines. */
  readonly found: readonly number[]
  readonly at: number | null
  readonly onType: (typed: string) => void
  readonly onGo: (step: 1 | -1) => void
}

/** Finds text in the file, or goes to a line. */
export function FindBox({ typed, query, found, at, onType, onGo }: Props) {
  return (
    <div className="file-find">
      <input
        type="search"
        aria-label="Find in the file"
        placeholder="Find, or :line"
        value={typed}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && typed !== '') {
            event.preventDefault()
            onType('')
          }
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
          event.preventDefault()
          onGo(event.shiftKey ? -1 : 1)
        }}
      />
      <span className="figure file-count" role="status">
        {query.kind === 'words' && countText(found, at)}
      </span>
      <IconButton small label="Previous match" disabled={found.length === 0} onClick={() => onGo(-1)}>
        <ChevronUp aria-hidden="true" />
      </IconButton>
      <IconButton small label="Next match" disabled={found.length === 0} onClick={() => onGo(1)}>
        <ChevronDown aria-hidden="true" />
      </IconButton>
    </div>
  )
}

function countText(found: readonly number[], at: number | null): string {
  if (found.length === 0) return 'Not found'
  const index = at === null ? -1 : found.indexOf(at)
  return index === -1 ? counted(found.length, 'line') : `${index + 1} of ${found.length}`
}

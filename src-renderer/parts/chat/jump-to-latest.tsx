import { ArrowDown } from 'lucide-react'
import { useRunOutline } from '../../stores/runs/run-store.ts'

interface Props {
  readonly runId: string | null
  readonly atEnd: boolean
  readonly jump: () => void
}

/** Shown while the reader is further up: what happens below, and a button to go there. */
export function JumpToLatest({ runId, atEnd, jump }: Props) {
  const view = useRunOutline(runId)
  if (atEnd) return null
  const waits = view !== null && view.waiting.length > 0
  return (
    <button type="button" className={`chat-jump ${waits ? 'waits' : ''}`} onClick={jump}>
      <ArrowDown size={14} aria-hidden="true" />
      {waits ? 'Waiting for you below' : 'Jump to latest'}
    </button>
  )
}

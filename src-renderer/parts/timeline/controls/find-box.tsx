import { ChevronDown, ChevronUp, X } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import type { RunView } from '../../../../src-shared/run/view/run-view.ts'
import { useSelection } from '../../../stores/session/selection-store.ts'
import { IconButton } from '../../../widgets/controls/icon-button.tsx'
import styles from '../timeline.module.css'

interface FindBoxProps {
  readonly words: string
  readonly found: readonly number[] | null
  readonly runId: string
  readonly view: RunView
  readonly onWords: (words: string | null) => void
  readonly onStep: (by: 1 | -1) => void
}

/** Finds spans by tool, phase, role or text; Enter goes to the next match. */
export function FindBox({ words, found, runId, view, onWords, onStep }: FindBoxProps) {
  const selected = useSelection((state) => (state.selected?.runId === runId ? state.selected.path : null))
  const at = selected === null || found === null ? -1 : found.indexOf(view.at.get(selected) ?? -1)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') onStep(event.shiftKey ? -1 : 1)
    else if (event.key === 'Escape') onWords(null)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <search className={styles.find}>
      <input
        // biome-ignore lint/a11y/noAutofocus: the user has just opened it.
        autoFocus
        type="text"
        aria-label="Find in the timeline"
        placeholder="Tool, phase, role, text"
        value={words}
        onChange={(event) => onWords(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {found !== null && (
        <span className="figure" role="status">
          {found.length === 0 ? 'none' : at < 0 ? `${found.length} found` : `${at + 1} of ${found.length}`}
        </span>
      )}
      <IconButton small label="Previous find" disabled={!found?.length} onClick={() => onStep(-1)}>
        <ChevronUp aria-hidden="true" />
      </IconButton>
      <IconButton small label="Next find" disabled={!found?.length} onClick={() => onStep(1)}>
        <ChevronDown aria-hidden="true" />
      </IconButton>
      <IconButton small label="Close find" onClick={() => onWords(null)}>
        <X aria-hidden="true" />
      </IconButton>
    </search>
  )
}

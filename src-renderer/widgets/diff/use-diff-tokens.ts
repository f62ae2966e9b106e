import { useMemo } from 'react'
import type { CodeLine } from '../../workers/highlighter.ts'
import { languageOfPath } from '../code/languages.ts'
import { useHighlight } from '../code/use-highlight.ts'
import { type DiffRow, sideOf } from './diff-rows.ts'

/** Colours of each row: each side is highlighted as the code it is, so that a string begun above stays one. */
export function useDiffTokens(path: string, rows: readonly DiffRow[]): readonly (CodeLine | undefined)[] {
  const language = languageOfPath(path)
  const before = useMemo(() => sideOf(rows, 'old'), [rows])
  const after = useMemo(() => sideOf(rows, 'new'), [rows])
  const old = useHighlight(before.text, language, false)
  const fresh = useHighlight(after.text, language, false)
  return useMemo(
    () =>
      rows.map((row, index) =>
        row.kind === 'removed' ? old?.[before.lineOf[index] ?? -1] : fresh?.[after.lineOf[index] ?? -1],
      ),
    [rows, old, fresh, before, after],
  )
}

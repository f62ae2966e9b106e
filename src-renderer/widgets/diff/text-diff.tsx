import { createPatch } from 'diff'
import { useMemo } from 'react'
import { DiffView } from './diff-view.tsx'

/** Two texts as a diff with wrapped lines; nothing if they are equal. */
export function TextDiff({ before, after }: { readonly before: string; readonly after: string }) {
  const patch = useMemo(() => textPatch(before, after), [before, after])
  return before === after ? null : (
    <>
      {patch.isWhole && (
        <p className="diff-whole">Shown one after the other, since too many lines differ to compare them.</p>
      )}
      <DiffView path="text.txt" patch={patch.text} wrap />
    </>
  )
}

/** Lines that may differ, and ms: the time to find them grows with the square of their number, in the window’s own thread. */
const [maxEdits, within] = [800, 200]

/** A unified diff; `isWhole`: all lines of one text, then all of the other. */
export function textPatch(before: string, after: string): { readonly text: string; readonly isWhole: boolean } {
  // A last line without an end would be noted as such, which says nothing about a text.
  const [old, fresh] = [`${before}\n`, `${after}\n`]
  const text = createPatch('text', old, fresh, undefined, undefined, { maxEditLength: maxEdits, timeout: within })
  if (text !== undefined) return { text, isWhole: false }
  const [removed, added] = [linesOf(old, '-'), linesOf(fresh, '+')]
  const head = `@@ -1,${removed.length} +1,${added.length} @@`
  return { text: `${[head, ...removed, ...added].join('\n')}\n`, isWhole: true }
}

const linesOf = (text: string, mark: string): string[] =>
  text
    .slice(0, -1)
    .split('\n')
    .map((line) => mark + line)

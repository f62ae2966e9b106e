import { createPatch } from 'diff'
import { useMemo } from 'react'
import { DiffView } from './diff-view.tsx'

/** Two texts as a diff with wrapped lines; nothing if they are equal. */
export function TextDiff({ before, after }: { readonly before: string; readonly after: string }) {
  // A last line without an end would be noted as such, which says nothing about a text.
  const patch = useMemo(() => createPatch('text', `${before}\n`, `${after}\n`), [before, after])
  return before === after ? null : <DiffView path="text.txt" patch={patch} wrap />
}

import { type ReactNode, useMemo } from 'react'
import { findFilePlaces, parseFilePlace } from '../../../src-shared/workspace/file-places.ts'
import { FileLink } from './file-link.tsx'

/** A text whose file names are links. Not for streaming text, because the whole text is searched. */
export function LinkedText({ text }: { readonly text: string }) {
  const parts = useMemo(() => partsOf(text), [text])
  return parts
}

function partsOf(text: string): ReactNode {
  const places = findFilePlaces(text)
  if (places.length === 0) return text
  const parts: ReactNode[] = []
  let from = 0
  for (const place of places) {
    parts.push(text.slice(from, place.start))
    parts.push(
      <FileLink key={place.start} place={place}>
        {text.slice(place.start, place.end)}
      </FileLink>,
    )
    from = place.end
  }
  parts.push(text.slice(from))
  return parts
}

/** Renders a text as a link if it consists of a file name only. */
export function LinkedWhole({ text, children }: { readonly text: string; readonly children: ReactNode }) {
  const place = useMemo(() => parseFilePlace(text), [text])
  return place === null ? children : <FileLink place={place}>{children}</FileLink>
}

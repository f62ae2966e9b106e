import type { KeyboardEvent, MouseEvent, ReactNode } from 'react'
import type { FilePlace } from '../../../src-shared/workspace/file-places.ts'
import { useFileLink } from './file-links.ts'
import './file-link.css'

/**
 * A reference to a file: a link if the file is known to exist, otherwise plain text. A click opens it here; its menu
 * has other options. The title is the path of the file, whatever the text says.
 */
export function FileLink({ place, children }: { readonly place: FilePlace; readonly children: ReactNode }) {
  const found = useFileLink(place.path)
  if (found === null) return children
  const { links, file } = found
  const opened: FilePlace = { ...place, path: file }
  const open = (event: MouseEvent | KeyboardEvent) => {
    event.preventDefault()
    // The surrounding element has click and key handlers of its own.
    event.stopPropagation()
    links.open(opened)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a button does not wrap like text, and an anchor needs an address.
    <span
      role="link"
      tabIndex={0}
      className="file-link"
      title={`Open ${file}${place.line === null ? '' : `, line ${place.line}`}`}
      onClick={open}
      onKeyDown={(event) => {
        if (event.key === 'Enter') open(event)
      }}
      onContextMenu={(event) => {
        event.preventDefault()
        event.stopPropagation()
        const { left, bottom } = event.currentTarget.getBoundingClientRect()
        // A menu opened by key has no pointer position.
        const point = event.button === 2 ? { x: event.clientX, y: event.clientY } : { x: left, y: bottom }
        links.menu(opened, point)
      }}
    >
      {children}
    </span>
  )
}

import type { KeyboardEvent, MouseEvent, ReactNode } from 'react'
import type { FilePlace } from '../../../src-shared/workspace/file-places.ts'
import { useFileLink } from './file-links.ts'
import './file-link.css'

/**
 * A place in a file: a link once it is known that there is such a file, else only its words. A click opens it here; its menu
 * has other ways. Its title is the file that is opened, whatever its words say.
 */
export function FileLink({ place, children }: { readonly place: FilePlace; readonly children: ReactNode }) {
  const found = useFileLink(place.path)
  if (found === null) return children
  const { links, file } = found
  const opened: FilePlace = { ...place, path: file }
  const open = (event: MouseEvent | KeyboardEvent) => {
    event.preventDefault()
    // What it stands in has clicks and keys of its own.
    event.stopPropagation()
    links.open(opened)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a button does not break over lines as text does, and there is no address.
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
        // The menu key has no place of its own.
        const point = event.button === 2 ? { x: event.clientX, y: event.clientY } : { x: left, y: bottom }
        links.menu(opened, point)
      }}
    >
      {children}
    </span>
  )
}

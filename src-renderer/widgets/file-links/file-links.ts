import { createContext, useContext, useEffect, useSyncExternalStore } from 'react'
import type { FilePlace } from '../../../src-shared/workspace/file-places.ts'

/** Resolves file names in a text. Texts without this context have no links. */
export interface FileLinks {
  /** Registers a listener for newly resolved names; returns a function that removes it. */
  readonly subscribe: (changed: () => void) => () => void
  /** The project-relative path of an existing file; null if there is none; undefined if not known yet. */
  readonly known: (path: string) => string | null | undefined
  /** Requests whether the file exists; requests are batched. */
  readonly want: (path: string) => void
  readonly open: (place: FilePlace) => void
  readonly menu: (place: FilePlace, point: { readonly x: number; readonly y: number }) => void
}

export const FileLinksContext = createContext<FileLinks | null>(null)

const nothing = () => () => undefined

/** The links in the text that is drawn here, and the file that a path in it refers to, if any. */
export function useFileLink(path: string): { readonly links: FileLinks; readonly file: string } | null {
  const links = useContext(FileLinksContext)
  const known = () => links?.known(path)
  const file = useSyncExternalStore(links?.subscribe ?? nothing, known, known)
  useEffect(() => {
    if (file === undefined) links?.want(path)
  }, [links, file, path])
  return links === null || file === undefined || file === null ? null : { links, file }
}

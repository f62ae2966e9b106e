import { createContext, useContext, useEffect, useSyncExternalStore } from 'react'
import type { FilePlace } from '../../../src-shared/workspace/file-places.ts'

/** What names of files in a text lead to. A text outside of any has no links. */
export interface FileLinks {
  /** Called until the returned function is, whenever more is known. */
  readonly subscribe: (changed: () => void) => () => void
  /** The project-relative path of a file that exists; null: there is none; undefined: not known yet. */
  readonly known: (path: string) => string | null | undefined
  /** Asks whether there is such a file, together with others. */
  readonly want: (path: string) => void
  readonly open: (place: FilePlace) => void
  readonly menu: (place: FilePlace, point: { readonly x: number; readonly y: number }) => void
}

export const FileLinksContext = createContext<FileLinks | null>(null)

const nothing = () => () => undefined

/** The links of the text that is drawn here, and the file that a path in it names, if there is one. */
export function useFileLink(path: string): { readonly links: FileLinks; readonly file: string } | null {
  const links = useContext(FileLinksContext)
  const known = () => links?.known(path)
  const file = useSyncExternalStore(links?.subscribe ?? nothing, known, known)
  useEffect(() => {
    if (file === undefined) links?.want(path)
  }, [links, file, path])
  return links === null || file === undefined || file === null ? null : { links, file }
}

import { Command as Cmdk } from 'cmdk'
import { useEffect, useState } from 'react'
import { revealHidden } from '../../../src-shared/base/hidden-characters.ts'
import { ask } from '../../host/host.ts'
import { openFile } from '../../stores/files/viewer-store.ts'
import { closeOverlay } from '../../stores/session/layout-store.ts'
import { useShownRun } from '../../stores/session/turns.ts'
import { openProjectId } from '../../stores/session/workbench-store.ts'
import { workspaceOfRun } from '../../stores/session/workspaces.ts'
import { ListDialog, SearchedList } from '../../widgets/overlays/list-dialog.tsx'
import styles from '../../widgets/overlays/palette.module.css'

/** Finds a file of the project by name, and opens it in the viewer. */
export function OpenFile({ open }: { open: boolean }) {
  return (
    <ListDialog open={open} label="Open file" onClose={closeOverlay}>
      <Choices />
    </ListDialog>
  )
}

/** Delay after typing before the host is queried, ms. */
const pauseMs = 60
const maxShown = 50

function Choices() {
  const [typed, setTyped] = useState('')
  const [files, setFiles] = useState<readonly string[] | null>(null)
  const [selected, setSelected] = useState('')
  const { query, line } = splitLine(typed)
  const { workspaceId } = workspaceOfRun(useShownRun())
  useEffect(() => {
    const projectId = openProjectId()
    if (projectId === null) return
    let wanted = true
    const none: readonly string[] = []
    const timer = setTimeout(() => {
      void ask('files-find', { projectId, query: query.slice(0, 200) })
        .catch(() => none)
        .then((found) => {
          if (!wanted) return
          setFiles(found.slice(0, maxShown))
          setSelected(found[0] ?? '')
        })
    }, pauseMs)
    return () => {
      wanted = false
      clearTimeout(timer)
    }
  }, [query])
  const choose = (path: string) => {
    const projectId = openProjectId()
    closeOverlay()
    // The dialog closes first, so that the focus is restored before the file opens.
    if (projectId !== null) setTimeout(() => openFile({ projectId, workspaceId }, { path, line, column: null }))
  }
  return (
    <SearchedList
      label="Files"
      placeholder="Part of a file’s name, and :line if you like"
      typed={typed}
      onType={setTyped}
      selected={selected}
      onSelected={setSelected}
      empty={files?.length === 0 ? `No file is named like “${query}”.` : null}
    >
      {files?.map((path) => (
        <Cmdk.Item key={path} value={path} className={styles.item} onSelect={() => choose(path)}>
          <span>{revealHidden(path)}</span>
        </Cmdk.Item>
      ))}
    </SearchedList>
  )
}

/** `cart:12` means the name `cart` and line 12. */
function splitLine(typed: string): { readonly query: string; readonly line: number | null } {
  const found = /^(.*?):(\d{1,8})$/.exec(typed.trim())
  return { query: found?.[1] ?? typed.trim().replace(/:$/, ''), line: found === null ? null : Number(found[2]) || null }
}

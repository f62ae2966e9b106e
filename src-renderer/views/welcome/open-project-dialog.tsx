import { CornerLeftUp, Folder } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import type { FolderListing } from '../../../src-shared/api/project-requests.ts'
import { type Failure, failureFrom } from '../../../src-shared/base/failure.ts'
import { ask } from '../../host/host.ts'
import { type Loadable, loading, toLoadable } from '../../stores/server-cache/loadable.ts'
import { closeOverlay } from '../../stores/session/layout-store.ts'
import { openProject } from '../../stores/session/projects.ts'
import { Button } from '../../widgets/controls/button.tsx'
import { TextField } from '../../widgets/controls/text-field.tsx'
import { FailureAlert } from '../../widgets/feedback/alert.tsx'
import { ErrorState } from '../../widgets/feedback/error-state.tsx'
import { Skeleton } from '../../widgets/feedback/skeleton.tsx'
import { Dialog } from '../../widgets/overlays/dialog.tsx'
import styles from './open-project-dialog.module.css'

/** Used if the shell has no system folder dialog: a path field and a list of folders. */
export function OpenProjectDialog({ open }: { open: boolean }) {
  return (
    <Dialog open={open} onClose={closeOverlay} title="Open project">
      <FolderChooser />
    </Dialog>
  )
}

function FolderChooser() {
  const [listing, setListing] = useState<Loadable<FolderListing>>(loading)
  const [path, setPath] = useState('')
  const [failure, setFailure] = useState<Failure | null>(null)
  const look = async (folder: string | null) => {
    setFailure(null)
    const found = await toLoadable(ask('folders-list', { folder }))
    setListing(found)
    if (found.state === 'ready') setPath(found.value.folder)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, to list the home folder
  useEffect(() => void look(null), [])
  const choose = async (event?: FormEvent) => {
    event?.preventDefault()
    try {
      await openProject(path.trim())
      closeOverlay()
    } catch (thrown) {
      setFailure(failureFrom(thrown))
    }
  }
  return (
    <form className={styles.form} onSubmit={choose}>
      <TextField
        label="Folder"
        mono
        value={path}
        spellCheck={false}
        placeholder="The full path of a folder"
        onChange={(event) => setPath(event.target.value)}
      />
      {failure !== null && <FailureAlert failure={failure} />}
      <Listing listing={listing} onLook={look} />
      <div className={styles.actions}>
        <Button look="quiet" onClick={closeOverlay}>
          Cancel
        </Button>
        <Button type="submit" look="primary" disabled={path.trim() === ''}>
          Open this folder
        </Button>
      </div>
    </form>
  )
}

function Listing(props: { listing: Loadable<FolderListing>; onLook: (folder: string | null) => Promise<void> }) {
  const { listing, onLook } = props
  if (listing.state === 'loading') return <Skeleton lines={6} label="Loading folders" />
  if (listing.state === 'failed') return <ErrorState failure={listing.failure} onRetry={() => void onLook(null)} />
  const { folder, parent, folders } = listing.value
  const shown = folders.filter((each) => !each.startsWith('.'))
  return (
    <ul className={styles.list} aria-label={`Folders in ${folder}`}>
      {parent !== null && (
        <li>
          <button type="button" onClick={() => void onLook(parent)}>
            <CornerLeftUp aria-hidden="true" /> Parent folder
          </button>
        </li>
      )}
      {shown.map((name) => (
        <li key={name}>
          <button type="button" onClick={() => void onLook(joinPath(folder, name))}>
            <Folder aria-hidden="true" /> {name}
          </button>
        </li>
      ))}
      {shown.length === 0 && <li className={styles.none}>No folders in here.</li>}
    </ul>
  )
}

/** Windows paths use backslashes. */
function joinPath(folder: string, name: string): string {
  const separator = folder.includes('\\') && !folder.includes('/') ? '\\' : '/'
  return folder.endsWith(separator) ? folder + name : folder + separator + name
}

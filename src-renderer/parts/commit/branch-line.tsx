import { GitBranch } from 'lucide-react'
import { useState } from 'react'
import { makeBranch } from '../../stores/files/commit-store.ts'
import type { FilesIn } from '../../stores/files/known-files.ts'
import { Button } from '../../widgets/controls/button.tsx'

interface Props {
  readonly at: FilesIn
  /** Null if HEAD is detached. */
  readonly branch: string | null
  /** A suggested name; empty if there is none. */
  readonly proposed: string
}

/** The branch to commit to, with a control that creates a new one. */
export function BranchLine({ at, branch, proposed }: Props) {
  const [name, setName] = useState<string | null>(null)
  const make = async () => {
    if (name === null || name.trim() === '') return
    if (await makeBranch(at, name.trim())) setName(null)
  }
  return (
    <>
      <div className="commit-branch">
        <b>{branch === null ? 'On no branch' : 'Commit to'}</b>
        {branch !== null && (
          <span className="commit-branch-name">
            <GitBranch size={13} aria-hidden="true" />
            {branch}
          </span>
        )}
        {name === null && (
          <Button small look="quiet" onClick={() => setName(proposed)}>
            New branch…
          </Button>
        )}
      </div>
      {name !== null && (
        <form
          className="commit-new-branch"
          onSubmit={(event) => {
            event.preventDefault()
            void make()
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return
            event.preventDefault()
            event.stopPropagation()
            setName(null)
          }}
        >
          <input
            aria-label="Name of the new branch"
            placeholder="name-of-the-branch"
            // biome-ignore lint/a11y/noAutofocus: the user has just opened it.
            autoFocus
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          <Button small type="submit" disabled={name.trim() === ''}>
            Make branch
          </Button>
        </form>
      )}
    </>
  )
}

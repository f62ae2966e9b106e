import type { FilesAt } from '../../../../src-shared/api/files-requests.ts'
import type { Loadable } from '../../../stores/server-cache/loadable.ts'
import '../../../parts/changes/changes.css'
import { useState } from 'react'
import { changesText } from '../../../parts/branches/files-text.ts'
import { ChangedFile } from '../../../parts/changes/changed-file.tsx'
import styles from './fork.module.css'
import type { FilesChoice, ForkDraft } from './fork-draft.ts'
import { RadioChoice } from './radio-choice.tsx'

interface Props {
  readonly files: Loadable<FilesAt>
  readonly draft: ForkDraft
  /** Whether the other run worked in an isolated copy. */
  readonly inCopy: boolean
  readonly onChange: (part: Partial<ForkDraft>) => void
}

/** Chooses the files to continue with, and shows what restoring the files of the step would change. */
export function ForkFiles({ files, draft, inCopy, onChange }: Props) {
  const known = files.state === 'ready' ? files.value : null
  const none = files.state === 'failed' || (known !== null && known.snapshot === null)
  const differ = known !== null && known.changes.files.length > 0
  return (
    <>
      <RadioChoice<FilesChoice>
        legend="Files"
        value={draft.files}
        choices={[
          { value: 'keep', label: 'Keep the current files', hint: inCopy ? 'In the isolated copy' : undefined },
          {
            value: 'restore',
            label: 'Restore the files to this step',
            hint: restoreText(files),
            disabled: none || (known !== null && !differ),
          },
          {
            value: 'copy',
            label: 'Use an isolated copy with the files as of this step',
            hint: none ? undefined : 'Does not change the project folder',
            disabled: none,
          },
        ]}
        onChange={(next) => onChange({ files: next })}
      />
      {draft.files === 'restore' && known !== null && differ && <WouldChange files={known} />}
    </>
  )
}

function restoreText(files: Loadable<FilesAt>): string {
  if (files.state === 'loading') return 'Comparing the files…'
  if (files.state === 'failed') return files.failure.message
  const { snapshot, changes, foreign } = files.value
  if (snapshot === null) return 'No snapshot is available for this step.'
  if (changes.files.length === 0) return 'The files have not changed since.'
  const others = changes.files.filter((file) => foreign.includes(file.path)).length
  const marked = others > 0 ? `, including ${others} changed outside Stratagem since` : ''
  return `Restores ${changesText(changes)}${marked}. You can undo this.`
}

const maxListed = 40

function WouldChange({ files }: { readonly files: FilesAt }) {
  const [open, setOpen] = useState<string | null>(null)
  const all = files.changes.files
  return (
    <div className={styles.would}>
      {all.slice(0, maxListed).map((file) => (
        <ChangedFile
          key={file.path}
          file={file}
          foreign={files.foreign.includes(file.path)}
          open={open === file.path}
          turn={() => setOpen(open === file.path ? null : file.path)}
        />
      ))}
      {all.length > maxListed && <p className={styles.words}>And {all.length - maxListed} more.</p>}
    </div>
  )
}

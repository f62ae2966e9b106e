import { ChevronRight, FileMinus, FilePen, FilePlus, FileText, Undo2 } from 'lucide-react'
import { formatChange } from '../../../src-shared/base/format.ts'
import { revealHidden } from '../../../src-shared/base/hidden-characters.ts'
import type { FileChange } from '../../../src-shared/workspace/changes.ts'
import { workspaceOfRun } from '../../stores/session/workspaces.ts'
import { CopyButton } from '../../widgets/code/copy-button.tsx'
import { IconButton } from '../../widgets/controls/icon-button.tsx'
import { DiffView } from '../../widgets/diff/diff-view.tsx'
import { hunkNames } from '../../widgets/diff/hunk-names.ts'
import { Menu } from '../../widgets/overlays/menu.tsx'
import { fileActions } from '../files/file-actions.tsx'
import { useLineComments } from './line-comments.tsx'
import type { Reverted } from './revert.ts'
import { useRunOfChanges } from './use-run-of-changes.ts'
import { useSides } from './use-sides.ts'

const kinds = {
  added: { Icon: FilePlus, words: 'added' },
  changed: { Icon: FilePen, words: 'changed' },
  removed: { Icon: FileMinus, words: 'removed' },
} as const

interface Props {
  readonly file: FileChange
  /** Changed since by something other than a run. */
  readonly foreign: boolean
  readonly open: boolean
  readonly turn: () => void
  /** Reverts changes to the file; not offered if omitted. */
  readonly revert?: ((wanted: Reverted) => void) | undefined
}

/** One changed file: the kind of change, its line counts and its diff. */
export function ChangedFile({ file, foreign, open, turn, revert }: Props) {
  const { Icon, words } = kinds[file.kind]
  const path = revealHidden(file.path)
  const cut = path.lastIndexOf('/') + 1
  return (
    <div className={`changes-file ${file.kind}`}>
      <div className="changes-name">
        <button type="button" className="changes-turn" aria-expanded={open} onClick={turn} title={path}>
          <ChevronRight size={14} aria-hidden="true" />
          <Icon size={14} aria-hidden="true" />
          <span className="changes-path">
            <span>{path.slice(0, cut)}</span>
            <b>{path.slice(cut)}</b>
          </span>
          <span className="changes-kind">
            {file.kind === 'changed' ? <span className="unseen">{words}</span> : words}
          </span>
          {foreign && <span className="changes-foreign">changed outside Stratagem since</span>}
        </button>
        <span className="figure">{file.binary ? 'binary' : formatChange(file.added, file.removed)}</span>
        <CopyButton
          text={file.patch === '' ? file.path : file.patch}
          label={file.patch === '' ? 'Copy path' : 'Copy diff'}
        />
        {file.kind !== 'removed' && <OpenMenu path={file.path} />}
        {revert !== undefined && <RevertMenu file={file} revert={revert} />}
      </div>
      {open && <Diff file={file} />}
    </div>
  )
}

/** Opens the file in the app or another one, and copies its path. */
function OpenMenu({ path }: { readonly path: string }) {
  const run = useRunOfChanges()
  if (run === null) return null
  const at = { projectId: run.projectId, ...workspaceOfRun(run) }
  return (
    <Menu
      align="end"
      trigger={
        <IconButton small label={`Open ${path}`}>
          <FileText aria-hidden="true" />
        </IconButton>
      }
      groups={fileActions(at, { path, line: null, column: null }, false)}
    />
  )
}

interface RevertMenuProps {
  readonly file: FileChange
  readonly revert: (wanted: Reverted) => void
}

/** Reverts all changes to a file, or one of several hunks. */
function RevertMenu({ file: { path, patch }, revert }: RevertMenuProps) {
  const hunks = hunkNames(patch)
  const each = hunks.length < 2 ? [] : hunks.map((label, hunk) => ({ label, run: () => revert({ path, hunk }) }))
  return (
    <Menu
      align="end"
      trigger={
        <IconButton small label={`Revert ${path}`}>
          <Undo2 aria-hidden="true" />
        </IconButton>
      }
      groups={[
        { items: [{ label: 'Revert file', icon: <Undo2 />, run: () => revert({ path, hunk: null }) }] },
        ...(each.length === 0 ? [] : [{ label: 'Revert only', items: each }]),
      ]}
    />
  )
}

function Diff({ file }: { readonly file: FileChange }) {
  const notes = useLineComments(useRunOfChanges(), file.path, file.patch)
  const sides = useSides()
  if (file.patch !== '') return <DiffView path={file.path} patch={file.patch} limit={120} notes={notes} sides={sides} />
  const why = file.binary ? 'Binary file, not shown.' : 'Too large to show as a diff.'
  return <p className="changes-none">{file.added + file.removed === 0 && !file.binary ? 'No lines changed.' : why}</p>
}

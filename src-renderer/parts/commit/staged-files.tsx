import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { revealHidden } from '../../../src-shared/base/hidden-characters.ts'
import type { GitFile } from '../../../src-shared/workspace/git-state.ts'
import { type Repository, stage, useCommits } from '../../stores/files/commit-store.ts'
import type { FilesIn } from '../../stores/files/known-files.ts'
import { Button } from '../../widgets/controls/button.tsx'
import { IconButton } from '../../widgets/controls/icon-button.tsx'
import { MiddleCut } from '../../widgets/middle-cut.tsx'
import { FileHunks } from './file-hunks.tsx'

interface Props {
  readonly at: FilesIn
  readonly state: Repository
  /** Project-relative paths of the files that the turn changed. */
  readonly changed: readonly string[]
}

/** If there are more files than this, the rest is only counted; staging all still includes them. */
const maxShown = 300

/** The changed files in two groups: those of the turn, which can be staged together, and others, which can't. */
export function StagedFiles({ at, state, changed }: Props) {
  const own = new Set(changed.map((path) => state.prefix + path))
  const ofTurn = state.files.filter(({ path }) => own.has(path))
  const others = state.files.filter(({ path }) => !own.has(path))
  if (state.files.length === 0) return <p className="commit-note">Nothing is changed since the last commit.</p>
  return (
    <>
      {ofTurn.length > 0 && <Files at={at} title="This turn" files={ofTurn} prefix={state.prefix} all />}
      {others.length > 0 && <Files at={at} title="Other changes" files={others} prefix={state.prefix} all={false} />}
    </>
  )
}

interface FilesProps {
  readonly at: FilesIn
  readonly title: string
  readonly files: readonly GitFile[]
  readonly prefix: string
  /** Whether they can be staged together. */
  readonly all: boolean
}

function Files({ at, title, files, prefix, all }: FilesProps) {
  const staged = files.filter((file) => file.staged !== null)
  const open = files.filter((file) => file.unstaged !== null && file.unstaged !== 'conflict')
  const paths = (of: readonly GitFile[]) => of.map(({ path }) => path)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div role="group" aria-label={title}>
      <div className="commit-files-head">
        <b>{title}</b>
        <span className="figure">
          {staged.length} of {files.length} staged
        </span>
        {all && open.length > 0 && (
          <Button small look="quiet" onClick={() => void stage(at, paths(open), true)}>
            Stage all
          </Button>
        )}
        {open.length === 0 && (
          <Button small look="quiet" onClick={() => void stage(at, paths(staged), false)}>
            Unstage all
          </Button>
        )}
      </div>
      <ul className="commit-files">
        {files.slice(0, maxShown).map((file) => (
          <FileRow key={file.path} at={at} file={file} name={file.path.slice(prefix.length)} />
        ))}
      </ul>
      {files.length > maxShown && <p className="commit-note">and {files.length - maxShown} more</p>}
    </div>
  )
}

const signs = { added: 'added', changed: 'changed', removed: 'removed', conflict: 'in conflict' } as const

interface RowProps {
  readonly at: FilesIn
  readonly file: GitFile
  readonly name: string
}

function FileRow({ at, file: { path, staged, unstaged }, name }: RowProps) {
  const busy = useCommits((state) => state.busy !== null)
  const [open, setOpen] = useState(false)
  const partly = staged !== null && unstaged !== null
  const kind = staged ?? unstaged ?? 'changed'
  const hasHunks = staged === 'changed' || unstaged === 'changed'
  return (
    <li>
      <div className="commit-file">
        <label title={path}>
          <input
            type="checkbox"
            checked={staged !== null && !partly}
            ref={(box) => {
              if (box !== null) box.indeterminate = partly
            }}
            disabled={busy || unstaged === 'conflict'}
            onChange={() => void stage(at, [path], unstaged !== null)}
          />
          <MiddleCut text={revealHidden(name)} />
          <span className={`commit-kind ${kind}`}>{partly ? 'partly staged' : signs[kind]}</span>
        </label>
        {hasHunks && (
          <IconButton
            small
            side="left"
            label={`Stage single changes of ${revealHidden(name)}`}
            aria-expanded={open}
            className="commit-open"
            onClick={() => setOpen(!open)}
          >
            <ChevronRight aria-hidden="true" />
          </IconButton>
        )}
      </div>
      {open && hasHunks && <FileHunks at={at} path={path} asOf={`${staged} ${unstaged}`} />}
    </li>
  )
}

import { Check, ChevronRight, FileMinus, FilePen, FilePlus, TriangleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { revealHidden } from '../../../../src-shared/base/hidden-characters.ts'
import type { MergeFile, MergeHunk } from '../../../../src-shared/workspace/merge.ts'
import { isAlreadyMerged } from '../../../../src-shared/workspace/merge-choices.ts'
import { cx } from '../../../widgets/cx.ts'
import { DiffView } from '../../../widgets/diff/diff-view.tsx'
import styles from './merge.module.css'
import {
  type FileSelection,
  fileState,
  isHunkChosen,
  type MergeSelection,
  toggleFile,
  toggleHunk,
  toggleWholeFile,
} from './merge-choices.ts'

type Change = (chosen: MergeSelection, file: MergeFile) => MergeSelection

interface Props {
  readonly file: MergeFile
  readonly take: FileSelection
  readonly open: boolean
  readonly onTurn: () => void
  readonly onChange: (change: Change) => void
}

const icons = { added: FilePlus, changed: FilePen, removed: FileMinus } as const
const kindText = { added: 'added', changed: '', removed: 'removed' } as const

/** One file of a merge: its checkbox, the effect of merging it, and its hunks. */
export function MergeFileItem({ file, take, open, onTurn, onChange }: Props) {
  const Icon = icons[file.kind]
  const path = revealHidden(file.path)
  const state = fileState(file, take)
  return (
    <div className={styles.file}>
      <div className={styles.head}>
        <Box
          label={`Merge ${path}`}
          checked={state === 'all' || state === 'there'}
          mixed={state === 'some'}
          disabled={state === 'there'}
          onChange={() => onChange(toggleFile)}
        />
        <button type="button" className={styles.turn} aria-expanded={open} onClick={onTurn} title={path}>
          <ChevronRight size={14} aria-hidden="true" />
          <Icon size={14} aria-hidden="true" />
          <span className={styles.path}>{path}</span>
          <span className={styles.kind}>{kindText[file.kind]}</span>
        </button>
        <FileText file={file} />
      </div>
      {open && <Hunks file={file} take={take} onChange={onChange} />}
    </div>
  )
}

/** The effect of merging it, conveyed by text and sign as well as by color. */
function FileText({ file }: { readonly file: MergeFile }) {
  const conflicts = file.hunks.filter((hunk) => hunk.state === 'conflict').length
  if (isAlreadyMerged(file)) return <State look="there" words="already in the project" />
  if (file.state === 'conflict') return <State look="conflict" words="conflicts: taken whole or left" />
  if (conflicts > 0) return <State look="conflict" words={`${conflicts} of ${file.hunks.length} conflict`} />
  return <State look="clean" words={file.state === 'moved' ? 'merges with newer changes' : 'merges cleanly'} />
}

const hunkText = {
  clean: 'merges cleanly',
  there: 'already in the project',
  conflict: 'conflicts: these lines were changed differently',
} as const

function State({ look, words }: { readonly look: MergeHunk['state']; readonly words: string }) {
  return (
    <span className={cx(styles.state, styles[look])}>
      {look === 'conflict' && <TriangleAlert size={13} aria-hidden="true" />}
      {look === 'there' && <Check size={13} aria-hidden="true" />}
      {words}
    </span>
  )
}

function Hunks({ file, take, onChange }: Pick<Props, 'file' | 'take' | 'onChange'>) {
  if (file.hunks.length === 0)
    return (
      <p className={styles.note}>
        {file.binary ? 'Binary file: take all or nothing.' : 'Too large to show, or not text.'}
      </p>
    )
  const conflicts = file.state !== 'whole' && file.hunks.some((hunk) => hunk.state === 'conflict')
  return (
    <>
      {conflicts && (
        <div className={styles.whole}>
          <Box
            label={`Take all of ${file.path}`}
            checked={take === 'theirs'}
            onChange={() => onChange(toggleWholeFile)}
          />
          Replace the file here with the whole file from there
        </div>
      )}
      {file.hunks.map((hunk) => (
        <Hunk key={hunk.index} file={file} hunk={hunk} take={take} onChange={onChange} />
      ))}
    </>
  )
}

interface HunkProps extends Pick<Props, 'file' | 'take' | 'onChange'> {
  readonly hunk: MergeHunk
}

function Hunk({ file, hunk, take, onChange }: HunkProps) {
  const whole = file.kind !== 'changed' || file.binary || (take === 'theirs' && file.state !== 'whole')
  const fixed = whole || hunk.state !== 'clean'
  const name = `Merge change ${hunk.index + 1} of ${file.path}`
  return (
    <div className={styles.hunk}>
      <div className={styles.hunkHead}>
        <Box
          label={name}
          checked={hunk.state === 'there' || isHunkChosen(take, hunk.index)}
          disabled={fixed}
          onChange={() => onChange((chosen, each) => toggleHunk(chosen, each, hunk.index))}
        />
        <span>Change {hunk.index + 1}</span>
        <State look={hunk.state} words={hunkText[hunk.state]} />
      </div>
      <DiffView path={file.path} patch={hunk.patch} limit={60} />
    </div>
  )
}

interface BoxProps {
  readonly label: string
  readonly checked: boolean
  readonly mixed?: boolean
  readonly disabled?: boolean
  readonly onChange: () => void
}

function Box({ label, checked, mixed = false, disabled = false, onChange }: BoxProps) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current !== null) box.current.indeterminate = mixed
  }, [mixed])
  return (
    <input
      ref={box}
      type="checkbox"
      className={styles.box}
      aria-label={label}
      checked={checked}
      disabled={disabled}
      onChange={onChange}
    />
  )
}

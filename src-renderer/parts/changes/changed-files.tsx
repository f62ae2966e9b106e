import { useVirtualizer } from '@tanstack/react-virtual'
import { ChevronsDownUp, ChevronsUpDown, Maximize2, TriangleAlert, WrapText } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { counted, formatChange, formatFiles } from '../../../src-shared/base/format.ts'
import type { Changes, FileChange } from '../../../src-shared/workspace/changes.ts'
import { useReading } from '../../stores/session/fold-store.ts'
import { openWide, useWide } from '../../stores/session/layout-store.ts'
import { IconButton } from '../../widgets/controls/icon-button.tsx'
import { Segmented } from '../../widgets/controls/segmented.tsx'
import { ChangedFile } from './changed-file.tsx'
import type { Reverted } from './revert.ts'
import { useSides } from './use-sides.ts'

/** If there are more files than this, they start collapsed. */
const openAtFirst = 12
const none: readonly string[] = []

interface ChangedFilesProps {
  readonly changes: Changes
  /** Paths changed since by something other than a run; they are marked. */
  readonly foreign?: readonly string[]
  /** Reverts changes to a file; not offered if omitted. */
  readonly revert?: (wanted: Reverted) => void
}

/** Filters the files and shows each with its diff. Only files near the viewport are rendered. */
export function ChangedFiles({ changes, foreign = none, revert }: ChangedFilesProps) {
  const [filter, setFilter] = useState('')
  const [allOpen, setAllOpen] = useState(changes.files.length <= openAtFirst)
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set())
  const wide = useWide((state) => state.page === 'changes')
  const sides = useSides()
  const files = useMemo(() => matching(changes.files, filter), [changes.files, filter])
  const turnAll = () => {
    setAllOpen(!allOpen)
    setTurned(new Set())
  }
  return (
    <>
      <header className="changes-head">
        <Sum files={changes.files} />
        <input
          type="search"
          aria-label="Filter files"
          placeholder="Filter files"
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
        />
        {wide ? <LookChoice /> : <LargeButton />}
        {!sides && <WrapButton />}
        <IconButton small label={allOpen ? 'Fold all files' : 'Open all files'} onClick={turnAll}>
          {allOpen ? <ChevronsDownUp aria-hidden="true" /> : <ChevronsUpDown aria-hidden="true" />}
        </IconButton>
      </header>
      <NotCovered paths={changes.notCovered} />
      {files.length === 0 && changes.files.length > 0 && (
        <p className="changes-none">No changed file is named like “{filter}”.</p>
      )}
      <Files
        files={files}
        foreign={new Set(foreign)}
        revert={revert}
        isOpen={(file) => allOpen !== turned.has(file.path)}
        turn={(file) => setTurned((before) => toggled(before, file.path))}
      />
    </>
  )
}

function LookChoice() {
  const sideBySide = useReading((state) => state.sideBySide)
  return (
    <Segmented<'unified' | 'sides'>
      name="Diff"
      value={sideBySide ? 'sides' : 'unified'}
      choices={[
        { value: 'unified', label: 'Unified' },
        { value: 'sides', label: 'Side by side' },
      ]}
      onChange={(next) => useReading.setState({ sideBySide: next === 'sides' })}
    />
  )
}

function LargeButton() {
  return (
    <IconButton small label="Review in the whole window" onClick={() => openWide('changes')}>
      <Maximize2 aria-hidden="true" />
    </IconButton>
  )
}

/** Toggles wrapping of long lines. */
function WrapButton() {
  const wrap = useReading((state) => state.wrapChanges)
  return (
    <IconButton
      small
      label="Wrap long lines"
      aria-pressed={wrap}
      onClick={() => useReading.setState({ wrapChanges: !wrap })}
    >
      <WrapText aria-hidden="true" />
    </IconButton>
  )
}

function matching(files: readonly FileChange[], filter: string): readonly FileChange[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
  return files.filter((file) => words.every((word) => file.path.toLowerCase().includes(word)))
}

function toggled(paths: ReadonlySet<string>, path: string): ReadonlySet<string> {
  const after = new Set(paths)
  if (!after.delete(path)) after.add(path)
  return after
}

function Sum({ files }: { readonly files: readonly FileChange[] }) {
  const added = files.reduce((sum, file) => sum + file.added, 0)
  const removed = files.reduce((sum, file) => sum + file.removed, 0)
  return (
    <span className="changes-sum">
      {formatFiles(files.length)} <span className="figure">{formatChange(added, removed)}</span>
    </span>
  )
}

/** Paths that the snapshots could not cover, which may have changed undetected. */
function NotCovered({ paths }: { readonly paths: readonly string[] }) {
  if (paths.length === 0) return null
  return (
    <details className="changes-gaps">
      <summary>
        <TriangleAlert size={13} aria-hidden="true" />
        {counted(paths.length, 'path is', 'paths are')} not covered
      </summary>
      <p>
        Ignored, too large, unreadable, or a nested repository’s own data: no snapshot holds these, so their changes are
        not shown and can’t be undone.
      </p>
      <ul>
        {paths.slice(0, 200).map((path) => (
          <li key={path}>
            <code>{path}</code>
          </li>
        ))}
      </ul>
      {paths.length > 200 && <p>…and {paths.length - 200} more.</p>}
    </details>
  )
}

interface FilesProps {
  readonly files: readonly FileChange[]
  readonly foreign: ReadonlySet<string>
  readonly isOpen: (file: FileChange) => boolean
  readonly turn: (file: FileChange) => void
  readonly revert: ChangedFilesProps['revert']
}

function Files({ files, foreign, isOpen, turn, revert }: FilesProps) {
  const scroll = useRef<HTMLDivElement>(null)
  const list = useVirtualizer({
    count: files.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => 36,
    getItemKey: (index) => files[index]?.path ?? index,
    overscan: 6,
    paddingEnd: 12,
  })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard.
    <div ref={scroll} className="changes-scroll" tabIndex={0}>
      <ul className="changes-list" style={{ height: list.getTotalSize() }} aria-label="Changed files">
        {list.getVirtualItems().map((item) => {
          const file = files[item.index]
          return (
            file && (
              <li
                key={item.key}
                ref={list.measureElement}
                data-index={item.index}
                className="changes-row"
                style={{ transform: `translateY(${item.start}px)` }}
                aria-posinset={item.index + 1}
                aria-setsize={files.length}
              >
                <ChangedFile
                  file={file}
                  foreign={foreign.has(file.path)}
                  open={isOpen(file)}
                  turn={() => turn(file)}
                  revert={revert}
                />
              </li>
            )
          )
        })}
      </ul>
    </div>
  )
}

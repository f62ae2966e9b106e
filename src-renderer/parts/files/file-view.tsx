import { FileSearch, FileX } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { ViewedFile } from '../../../src-shared/api/viewing-requests.ts'
import { formatCount, formatSize } from '../../../src-shared/base/format.ts'
import { type ShownFile, showFile, useViewer } from '../../stores/files/viewer-store.ts'
import { useFilesVersion } from '../../stores/server-cache/files.ts'
import { useAnswer } from '../../stores/server-cache/use-answer.ts'
import { openOverlay } from '../../stores/session/layout-store.ts'
import { useShownRun } from '../../stores/session/turns.ts'
import { useWorkbench } from '../../stores/session/workbench-store.ts'
import { Button } from '../../widgets/controls/button.tsx'
import { EmptyState } from '../../widgets/feedback/empty-state.tsx'
import { ErrorState } from '../../widgets/feedback/error-state.tsx'
import { Skeleton } from '../../widgets/feedback/skeleton.tsx'
import { FileHead } from './file-head.tsx'
import { FileLines, type ScrollTarget } from './file-lines.tsx'
import { FindBox } from './find-box.tsx'
import { linesWith, nextFound, parseFindQuery } from './find-in-file.ts'
import '../../widgets/diff/diff.css'
import '../../widgets/code/code.css'
import './file-view.css'

/** Shows one file of the project, read-only. */
export function FileView() {
  const file = useViewer((state) => state.file)
  const projectId = useWorkbench((state) => state.project?.id)
  return (
    <section className="file-view" aria-label="File">
      {file === null || file.projectId !== projectId ? (
        <EmptyState
          icon={<FileSearch aria-hidden="true" />}
          title="No file is open"
          text="Click the name of a file in a message, a card or an output, or look for one."
          actions={<Button onClick={() => openOverlay('open-file')}>Open file…</Button>}
        />
      ) : (
        <Shown file={file} />
      )}
    </section>
  )
}

function Shown({ file }: { readonly file: ShownFile }) {
  const { projectId, workspaceId, path, snapshot } = file
  const version = useFilesVersion((state) => state.version)
  const run = useShownRun()
  // A run under way or ended may have written the file.
  const asOf = `${version} ${run?.id} ${run?.after} ${run?.changes?.files}`
  const { answer, again } = useAnswer('file-read', { projectId, workspaceId, path, snapshot }, asOf)
  return (
    <>
      <FileHead file={file} again={again} />
      {answer.state === 'loading' && <Skeleton lines={6} label="Loading the file" />}
      {answer.state === 'failed' && <ErrorState failure={answer.failure} onRetry={again} />}
      {answer.state === 'ready' && <Content key={`${path} ${snapshot}`} file={file} read={answer.value} />}
    </>
  )
}

function Content({ file, read }: { readonly file: ShownFile; readonly read: ViewedFile }) {
  if (read.text === null)
    return (
      <EmptyState
        icon={<FileX aria-hidden="true" />}
        title="A binary file"
        text={`Its ${formatSize(read.size)} are not text, so they are not shown here. Open it in a program made for it.`}
      />
    )
  return <Text file={file} read={read} text={read.text} />
}

interface TextProps {
  readonly file: ShownFile
  readonly read: ViewedFile
  readonly text: string
}

function Text({ file, read, text }: TextProps) {
  const visits = useViewer((state) => state.visits)
  const [typed, setTyped] = useState('')
  const [target, setTarget] = useState<{ readonly line: number; readonly count: number } | null>(null)
  const lines = useMemo(() => text.replace(/\r?\n$/, '').split(/\r?\n/), [text])
  const query = useMemo(() => parseFindQuery(typed), [typed])
  const found = useMemo(() => (query.kind === 'words' ? linesWith(lines, query) : []), [lines, query])
  const opened: ScrollTarget | null = file.line === null ? null : { line: file.line, visit: `opened ${visits}` }
  const aim: ScrollTarget | null = target === null ? opened : { line: target.line, visit: `target ${target.count}` }
  const goTo = (line: number | null) => {
    if (line !== null) setTarget((before) => ({ line, count: (before?.count ?? 0) + 1 }))
  }
  const type = (next: string) => {
    setTyped(next)
    const now = parseFindQuery(next)
    if (now.kind === 'words') goTo(nextFound(linesWith(lines, now), (aim?.line ?? 1) - 1, 1))
  }
  const go = (step: 1 | -1) => goTo(query.kind === 'line' ? query.line : nextFound(found, aim?.line ?? 0, step))
  return (
    <>
      <FindBox typed={typed} query={query} found={found} at={aim?.line ?? null} onType={type} onGo={go} />
      <Notes read={read} lines={lines.length} />
      <FileLines
        path={file.path}
        text={text}
        lines={lines}
        aim={aim}
        wanted={query.kind === 'words' ? query.words : ''}
        onLine={(line) => {
          setTarget(null)
          showFile({ ...file, line, column: null })
        }}
      />
    </>
  )
}

/** Notes on the file: that it is empty, truncated or not UTF-8. */
function Notes({ read, lines }: { readonly read: ViewedFile; readonly lines: number }) {
  const notes = [
    ...(read.size === 0 ? ['This file is empty.'] : []),
    ...(read.cut
      ? [`Only the first ${formatCount(lines)} lines are shown: the file has ${formatSize(read.size)}.`]
      : []),
    ...(read.encoding === 'latin-1'
      ? ['This is not UTF-8. It is shown as Latin-1, so some characters may be wrong.']
      : []),
  ]
  return notes.map((note) => (
    <p key={note} className="file-note">
      {note}
    </p>
  ))
}

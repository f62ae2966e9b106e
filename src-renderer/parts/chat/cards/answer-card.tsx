import { CircleCheck, CircleX, FilePen, ListCollapse, Undo2 } from 'lucide-react'
import { useMemo } from 'react'
import { formatChange, formatFiles, shortenMiddle } from '../../../../src-shared/base/format.ts'
import { revealHidden } from '../../../../src-shared/base/hidden-characters.ts'
import type { ChangeCount, Run, Turn } from '../../../../src-shared/run/conversation.ts'
import type { RunView } from '../../../../src-shared/run/view/run-view.ts'
import { lastCheck } from '../../../run/outcome/last-check.ts'
import { changedFiles } from '../../../run/tool-changes.ts'
import { useRunOutline } from '../../../stores/runs/run-store.ts'
import { useByShape } from '../../../stores/runs/use-by-shape.ts'
import { useChosenChanges } from '../../../stores/session/changes-store.ts'
import { openFilesDialog } from '../../../stores/session/files-dialog-store.ts'
import { foldFinished } from '../../../stores/session/fold-store.ts'
import { showSide } from '../../../stores/session/layout-store.ts'
import { Button } from '../../../widgets/controls/button.tsx'
import { StreamedMarkdown } from '../../../widgets/markdown/markdown.tsx'
import { RunFooter } from '../rows/run-footer.tsx'

/** If there are more files than this, only their count is shown. */
const maxFiles = 3

/** A run's outcome, set apart from its steps: figures, answer, changed files and the result of its last check. */
export function AnswerCard({ run, turn }: { readonly run: Run; readonly turn: Turn }) {
  const view = useRunOutline(run.id)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms, and a landmark per answer would be too many.
    <div className="chat-card chat-answer" role="group" aria-label="Answer">
      <RunFooter run={run} turn={turn} answer />
      <div className="chat-model">
        <StreamedMarkdown text={run.text} streaming={false} />
      </div>
      {view !== null && <Foot run={run} turn={turn} view={view} />}
    </div>
  )
}

function review(runId: string): void {
  useChosenChanges.setState({ runId })
  showSide('changes')
}

function Foot({ run, turn, view }: { readonly run: Run; readonly turn: Turn; readonly view: RunView }) {
  const changed = (run.changes?.files ?? 0) > 0
  const undo = () => {
    openFilesDialog({ at: { runId: run.id, path: null, when: 'before' }, turn, title: 'Undo the changes of this run' })
  }
  return (
    <footer className="chat-answer-foot">
      {run.changes !== null && changed && <Files run={run} view={view} count={run.changes} />}
      <CheckPill view={view} />
      <span className="chat-footer-end">
        <Button small look="quiet" icon={<ListCollapse aria-hidden="true" />} onClick={() => foldFinished(false)}>
          Show all steps
        </Button>
        {changed && run.before !== null && (
          <Button small look="quiet" icon={<Undo2 aria-hidden="true" />} onClick={undo}>
            Undo…
          </Button>
        )}
        {changed && (
          <Button small onClick={() => review(run.id)}>
            Review
          </Button>
        )}
      </span>
    </footer>
  )
}

/** The changed files with a link to their review; if only their number is known, one link for all. */
function Files({ run, view, count }: { readonly run: Run; readonly view: RunView; readonly count: ChangeCount }) {
  const still = useByShape(view, view.spans, view.shape)
  const files = useMemo(() => changedFiles(still, count), [still, count])
  const shown = files?.slice(0, maxFiles) ?? [{ ...count, path: null }]
  return (
    <>
      {shown.map(({ path, added, removed }) => (
        <button key={path} type="button" className="chat-file" title={path ?? undefined} onClick={() => review(run.id)}>
          <FilePen size={13} aria-hidden="true" />
          <span>{path === null ? formatFiles(count.files) : revealHidden(shortenMiddle(path, 36))}</span>
          <span className="figure">{formatChange(added, removed)}</span>
        </button>
      ))}
      {files !== null && files.length > maxFiles && (
        <span className="chat-note">and {files.length - maxFiles} more</span>
      )}
    </>
  )
}

function CheckPill({ view }: { readonly view: RunView }) {
  const still = useByShape(view, view.spans, view.shape)
  const check = useMemo(() => lastCheck(still), [still])
  if (check === null) return null
  const Icon = check.passed ? CircleCheck : CircleX
  return (
    <span className={`chat-check ${check.passed ? 'ok' : 'bad'}`}>
      <Icon size={13} aria-hidden="true" />
      {revealHidden(shortenMiddle(check.command, 28))} {check.passed ? 'passes' : 'fails'}
    </span>
  )
}

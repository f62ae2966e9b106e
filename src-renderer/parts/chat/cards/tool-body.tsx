import { useState } from 'react'
import { assertNever } from '../../../../src-shared/base/assert-never.ts'
import { formatSize } from '../../../../src-shared/base/format.ts'
import { imageRefs } from '../../../../src-shared/mentions/image-marks.ts'
import type { ToolBody } from '../../../../src-shared/model/tool.ts'
import type { ToolSpan } from '../../../../src-shared/run/view/run-view.ts'
import { useAnswer } from '../../../stores/server-cache/use-answer.ts'
import { Button } from '../../../widgets/controls/button.tsx'
import { DiffView } from '../../../widgets/diff/diff-view.tsx'
import { FailureAlert } from '../../../widgets/feedback/alert.tsx'
import { Skeleton } from '../../../widgets/feedback/skeleton.tsx'
import { ImageList } from '../../mentions/image-list.tsx'
import { FileExcerpt } from './file-excerpt.tsx'
import { TerminalOutput } from './terminal-output.tsx'

export function hasBody(span: ToolSpan): boolean {
  if (span.output !== '' || span.body.kind !== 'none') return true
  // Omits what the header already says.
  return (
    span.result !== null && span.result.text.trim() !== '' && span.result.text.trim() !== span.result.summary.trim()
  )
}

/** Diffs, running commands and failed calls start expanded; all others start collapsed. */
export function isOpenAtFirst(span: ToolSpan): boolean {
  if (span.approval?.answer?.decision === 'deny') return false
  if (span.body.kind === 'diff') return true
  if (span.effect === 'command') return span.endMs === null || span.state === 'failed' || exitCode(span.body) > 0
  return span.state === 'failed'
}

const exitCode = (body: ToolBody) => (body.kind === 'command' ? (body.exitCode ?? 1) : 0)

/** The displayed result of a call, under its card's header. */
export function ToolBodyView({ span }: { readonly span: ToolSpan }) {
  if (span.endMs === null) return <TerminalOutput output={span.output} live />
  const images = imageRefs(span.result?.text ?? '').map((ref, at) => ({ ref, name: `Image ${at + 1} of the result` }))
  return (
    <>
      {span.body.kind === 'none' ? (
        <TerminalOutput output={span.result?.text ?? span.failure?.message ?? ''} />
      ) : (
        <Body body={span.body} />
      )}
      <ImageList label="Images of the result" images={images} />
    </>
  )
}

/** Also used by approvals to preview a call. */
export function Body({ body }: { readonly body: ToolBody }) {
  switch (body.kind) {
    case 'none':
      return null
    case 'text':
      return <TerminalOutput output={body.text} />
    case 'file':
      return <FileExcerpt path={body.path} text={body.text} firstLine={body.firstLine} />
    case 'diff':
      return <DiffView path={body.path} patch={body.patch} />
    case 'command':
      return <TerminalOutput output={body.output} exitCode={body.exitCode} />
    case 'stored':
      return <StoredBody body={body} />
    default:
      return assertNever(body)
  }
}

/** A large result is loaded from the store only when it is shown. */
export function StoredBody({ body }: { readonly body: Pick<Extract<ToolBody, { kind: 'stored' }>, 'ref' | 'size'> }) {
  const [wanted, setWanted] = useState(body.size < 200_000)
  const { answer: read } = useAnswer('body-read', wanted ? { ref: body.ref } : null)
  if (!wanted) {
    return (
      <div className="chat-stored">
        <Button small onClick={() => setWanted(true)}>
          Show {formatSize(body.size)}
        </Button>
      </div>
    )
  }
  if (read.state === 'loading') return <Skeleton lines={2} />
  if (read.state === 'failed') return <FailureAlert failure={read.failure} bare />
  return read.value.kind === 'stored' ? null : <Body body={read.value} />
}

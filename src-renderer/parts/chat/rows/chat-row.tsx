import { memo } from 'react'
import { assertNever } from '../../../../src-shared/base/assert-never.ts'
import { formatCount } from '../../../../src-shared/base/format.ts'
import type { Run } from '../../../../src-shared/run/conversation.ts'
import { useLoading } from '../../../stores/runs/run-loading.ts'
import { newestRun } from '../../../stores/session/turns.ts'
import { Skeleton } from '../../../widgets/feedback/skeleton.tsx'
import { StreamedMarkdown } from '../../../widgets/markdown/markdown.tsx'
import { FileLinksIn } from '../../files/file-links-in.tsx'
import type { ChatRow as Row } from './chat-rows.ts'
import { EndingRow } from './ending-row.tsx'
import { MessageRow } from './message-row.tsx'
import { RunRow } from './run-row.tsx'

/** Renders one row of the conversation according to its kind. */
export const ChatRow = memo(function ChatRow({ row }: { readonly row: Row }) {
  const run = row.kind === 'message' ? newestRun(row.turn) : row.run
  return (
    <FileLinksIn run={run}>
      <Content row={row} />
    </FileLinksIn>
  )
})

function Content({ row }: { readonly row: Row }) {
  switch (row.kind) {
    case 'message':
      return <MessageRow turn={row.turn} />
    case 'earlier':
      return <EarlierRow run={row.run} />
    case 'run':
      return <RunRow runId={row.run.id} row={row.row} />
    case 'brief':
      return <BriefRow run={row.run} />
    case 'ending':
      return <EndingRow run={row.run} turn={row.turn} />
    default:
      return assertNever(row)
  }
}

/** A run's answer from its projection, shown until its log is loaded. */
function BriefRow({ run }: { readonly run: Run }) {
  return run.text === '' ? (
    <Skeleton lines={3} label="Loading the run" />
  ) : (
    <StreamedMarkdown text={run.text} streaming={false} />
  )
}

/** Shown before the end of a long run while its earlier part is still loading. */
function EarlierRow({ run }: { readonly run: Run }) {
  const part = useLoading((loading) => loading[run.id]?.part ?? 1)
  const { steps } = run.totals
  return (
    <p className="chat-note live">
      <i className="chat-pulse" aria-hidden="true" />
      {`The steps before this are being read: ${Math.floor(part * 100)} % of ${formatCount(steps)}`}
    </p>
  )
}

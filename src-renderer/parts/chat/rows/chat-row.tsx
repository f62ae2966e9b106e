import { memo } from 'react'
import { assertNever } from '../../../../src-shared/base/assert-never.ts'
import { BriefRow } from './brief-row.tsx'
import type { ChatRow as Row } from './chat-rows.ts'
import { EarlierRow } from './earlier-row.tsx'
import { EndingRow } from './ending-row.tsx'
import { MessageRow } from './message-row.tsx'
import { RunRow } from './run-row.tsx'

/** One row of the conversation, by its kind. */
export const ChatRow = memo(function ChatRow({ row }: { readonly row: Row }) {
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
})

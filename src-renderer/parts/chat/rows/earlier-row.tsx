import { formatCount } from '../../../../src-shared/base/format.ts'
import type { Run } from '../../../../src-shared/run/conversation.ts'
import { useLoading } from '../../../stores/runs/run-loading.ts'

/** Stands before the end of a long run while what was before it is being read. */
export function EarlierRow({ run }: { readonly run: Run }) {
  const part = useLoading((loading) => loading[run.id]?.part ?? 1)
  const { steps } = run.totals
  return (
    <p className="chat-note live">
      <i className="chat-pulse" aria-hidden="true" />
      {`The steps before this are being read: ${Math.floor(part * 100)} % of ${formatCount(steps)}`}
    </p>
  )
}

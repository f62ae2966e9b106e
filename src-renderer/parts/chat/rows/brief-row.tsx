import type { Run } from '../../../../src-shared/run/conversation.ts'
import { Skeleton } from '../../../widgets/feedback/skeleton.tsx'
import { StreamedMarkdown } from '../../../widgets/markdown/markdown.tsx'

/** A run's answer, from its projection, until its log is here. */
export function BriefRow({ run }: { readonly run: Run }) {
  return run.text === '' ? (
    <Skeleton lines={3} label="Loading the run" />
  ) : (
    <StreamedMarkdown text={run.text} streaming={false} />
  )
}

import type { Run } from '../../../src-shared/conversation.ts'
import { StreamedMarkdown } from '../../widgets/markdown/markdown.tsx'
import { Skeleton } from '../../widgets/skeleton.tsx'

/** A run's answer, from its projection, until its log is here. */
export function BriefRow({ run }: { readonly run: Run }) {
  return run.text === '' ? (
    <Skeleton lines={3} label="Loading the run" />
  ) : (
    <StreamedMarkdown text={run.text} streaming={false} />
  )
}

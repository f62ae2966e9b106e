import type { SentImage } from '../../../src-shared/mentions/image-marks.ts'
import type { Run } from '../../../src-shared/run/conversation.ts'
import type { HostContext } from '../host-context.ts'
import { attachMentions } from '../prompt-sources/attach.ts'
import { type MentionParts, mentionSources } from './mention-sources.ts'

/** A message for a run that is under way, with what it mentions and its images, as they are now. */
export async function attachToQueued(
  parts: MentionParts & Pick<HostContext, 'workspaces'>,
  run: Run,
  message: string,
  images: readonly SentImage[],
): Promise<string> {
  const work = await parts.workspaces.workIn(run.projectId, run.workspaceId ?? null)
  const sources = await mentionSources(parts, work, run.projectId, run.id)
  return (await attachMentions(message, sources, images)).sent
}

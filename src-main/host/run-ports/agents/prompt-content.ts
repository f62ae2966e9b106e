import { counted } from '../../../../src-shared/base/format.ts'
import { cutAtImages, type ReadImage } from '../../../../src-shared/mentions/image-marks.ts'
import type { PromptBlock } from '../../../acp/connection.ts'

/** A prompt as it is sent: its text, with the images at their places if the agent takes any. */
export interface PromptContent {
  readonly blocks: readonly PromptBlock[]
  /** What was left out, in a sentence; null: nothing. */
  readonly note: string | null
}

/**
 * What a message attaches with `@` is part of its text, so that an agent gets the same as any model: the file as it was
 * when the message was sent, which the log has.
 */
export function promptContent(text: string, takesImages: boolean, readImage: ReadImage): PromptContent {
  let leftOut = 0
  const blocks = cutAtImages(text).map((part): PromptBlock => {
    if (part.kind === 'text') return { type: 'text', text: part.text }
    const image = takesImages ? readImage(part.ref) : null
    if (image !== null) return { type: 'image', mimeType: image.mediaType, data: image.data }
    leftOut += 1
    return { type: 'text', text: '(an image that was left out)' }
  })
  if (leftOut === 0) return { blocks, note: null }
  const what = counted(leftOut, 'image was', 'images were')
  const why = takesImages ? 'can’t be read any more' : 'the agent takes none'
  return { blocks, note: `${what} not sent: ${why}.` }
}

import type { McpPromptText } from '../../../src-shared/api/mcp-requests.ts'
import { failureFrom } from '../../../src-shared/base/failure.ts'
import { formatCount } from '../../../src-shared/base/format.ts'
import { type ImageInfo, maxImages } from '../../../src-shared/mentions/image-marks.ts'
import type { Content } from '../../mcp/contents.ts'
import { visible } from '../../tools/text/visible.ts'

/** Maximum characters of a prompt. */
const maxText = 100_000

/** A prompt for the message box. @param keep stores an image; throws FailureError if models would refuse it */
export function promptText(contents: readonly Content[], keep: (data: string) => ImageInfo): McpPromptText {
  const texts: string[] = []
  const images: ImageInfo[] = []
  const notes = new Set<string>()
  for (const each of contents)
    if (each.kind === 'text') texts.push(each.text)
    else if (images.length >= maxImages) notes.add(`Only ${maxImages} images are taken.`)
    else
      try {
        images.push(keep(each.data))
      } catch (thrown) {
        notes.add(`An image was left out. ${failureFrom(thrown).message}`)
      }
  const whole = visible(texts.join('\n\n').trim())
  if (whole.length > maxText) notes.add(`${formatCount(whole.length - maxText)} more characters were left out.`)
  return { text: whole.slice(0, maxText), images, note: notes.size === 0 ? null : [...notes].join(' ') }
}

import { cutAtImages, hasImages, type ReadImage, type StoredImage } from '../../../src-shared/mentions/image-marks.ts'
import type { Message } from '../../../src-shared/model/message.ts'
import { encodeOnce, type KnownTexts, wellFormed } from './request-text.ts'

export type UserPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'image'; readonly image: StoredImage }

const notShown = '[An image that is not shown: this model takes no images.]'
const lost = '[An image that is not there any more.]'

/**
 * The parts of a user's message with images; null for one without.
 * @param images null: the model takes none, and a line of text stands for each
 */
export function userParts(text: string, images: ReadImage | null): readonly UserPart[] | null {
  if (!hasImages(text)) return null
  const parts: UserPart[] = []
  for (const part of cutAtImages(text)) {
    const image = part.kind === 'image' ? (images?.(part.ref) ?? null) : null
    if (image !== null) {
      parts.push({ kind: 'image', image })
      continue
    }
    const said = part.kind === 'text' ? wellFormed(part.text) : images === null ? notShown : lost
    const last = parts.at(-1)
    if (last?.kind === 'text') parts[parts.length - 1] = { kind: 'text', text: last.text + said }
    else if (said !== '') parts.push({ kind: 'text', text: said })
  }
  return parts
}

/** The JSON text of a message; cached only if it has no images, since these are large and may be left out. */
export function encodeMessageOnce(known: KnownTexts, message: Message, encode: (message: Message) => unknown): string {
  if (message.role === 'user' && hasImages(message.text)) return JSON.stringify(encode(message))
  return encodeOnce(known, message, encode)
}

export const dataUrl = ({ mediaType, data }: StoredImage): string => `data:${mediaType};base64,${data}`

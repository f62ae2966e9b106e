import {
  cutAtImages,
  hasImages,
  imageMark,
  imageRefs,
  type ReadImage,
  type StoredImage,
} from '../../../src-shared/mentions/image-marks.ts'
import type { Message } from '../../../src-shared/model/message.ts'
import { encodeOnce, type KnownTexts, wellFormed } from './request-text.ts'

export type UserPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'image'; readonly image: StoredImage }

const notShown = '[An image that is not shown: this model takes no images.]'
const lost = '[An image that is not there any more.]'

/**
 * The parts of a user's message or a tool's result with images; null for one without.
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

/**
 * The text of a tool's result without its images.
 * @param place stands for an image that the request has elsewhere
 */
export function resultText(text: string, images: ReadImage | null, place = ''): string {
  const parts = userParts(text, images)
  return parts === null ? wellFormed(text) : parts.map((each) => (each.kind === 'text' ? each.text : place)).join('')
}

/** The parts of a tool's result if it has images that are sent; null if it is text only, which all servers take. */
export function resultParts(text: string, images: ReadImage | null): readonly UserPart[] | null {
  const parts = userParts(text, images)
  return parts?.some(({ kind }) => kind === 'image') === true ? parts : null
}

/**
 * The messages with those images of tools' results that are sent: for APIs whose results are text only, a message of
 * the user after the results of one answer has them.
 */
export function withResultImages(messages: readonly Message[], images: ReadImage | null): readonly Message[] {
  if (images === null || !messages.some(isResultWithImages)) return messages
  let marks: string[] = []
  return messages.flatMap((message, at): readonly Message[] => {
    if (isResultWithImages(message)) marks.push(...imageRefs(message.text).filter((ref) => images(ref) !== null))
    if (marks.length === 0 || messages[at + 1]?.role === 'tool') return [message]
    const text = ['Images of the results above:', ...marks.map(imageMark)].join('\n')
    marks = []
    return [message, { role: 'user', text }]
  })
}

const isResultWithImages = (message: Message): boolean => message.role === 'tool' && hasImages(message.text)

/** The JSON text of a message; cached only if it has no images, since these are large and may be left out. */
export function encodeMessageOnce(known: KnownTexts, message: Message, encode: (message: Message) => unknown): string {
  if ((message.role === 'user' || message.role === 'tool') && hasImages(message.text))
    return JSON.stringify(encode(message))
  return encodeOnce(known, message, encode)
}

export const dataUrl = ({ mediaType, data }: StoredImage): string => `data:${mediaType};base64,${data}`

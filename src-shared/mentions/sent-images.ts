import { withAttached, writtenOf } from './attached.ts'
import { imageMark, maxImages, type SentImage } from './image-marks.ts'

/** How a message as it is sent holds an image that it attaches. */
export const imageBlock = ({ ref, name }: SentImage): string => `Image ${name}:\n${imageMark(ref)}`

const block = /^Image (.*):\n\[image stratagem:([0-9a-f]{64})\]$/gm

/** The images that a message as it was sent attaches, each once. */
export function sentImagesOf(sent: string): readonly SentImage[] {
  const attached = sent.slice(writtenOf(sent).length)
  const found = [...attached.matchAll(block)].map(([, name = '', ref = '']) => [ref, { ref, name }] as const)
  return [...new Map(found).values()]
}

/** Messages as they were sent as one, with their images; what else they attach is left to be attached again. */
export function joinSent(messages: readonly string[]): { readonly message: string; readonly images: SentImage[] } {
  const images = new Map(messages.flatMap(sentImagesOf).map((image) => [image.ref, image]))
  return { message: messages.map(writtenOf).join('\n\n'), images: [...images.values()].slice(0, maxImages) }
}

/** A message with its images alone. */
export const withImages = (message: string, images: readonly SentImage[]): string =>
  withAttached(message, images.map(imageBlock))

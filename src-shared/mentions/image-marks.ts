import { z } from 'zod'

/**
 * Images in messages. A message holds a mark for each: the reference of a body, which is the image as JSON, stored once
 * by its content. Requests are made of the marks and these bodies, so they can be rebuilt from the log.
 */
export const imageTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const

export const storedImage = z.object({
  mediaType: z.enum(imageTypes),
  /** Base64. */
  data: z.string(),
})
export type StoredImage = z.infer<typeof storedImage>
/** The image of a mark; null if it is not there any more. */
export type ReadImage = (ref: string) => StoredImage | null

/** Maximum bytes of an image, and maximum images of a message. */
export const [maxImageBytes, maxImages] = [5_000_000, 10]

/** An image that a message sends. */
export const sentImage = z.object({ ref: z.string().regex(/^[0-9a-f]{64}$/), name: z.string().max(200) })
export type SentImage = z.infer<typeof sentImage>

/** An image that has been stored. */
export interface ImageInfo extends SentImage {
  /** Pixels. */
  readonly width: number
  readonly height: number
  /** Bytes. */
  readonly size: number
}

const start = '[image stratagem:'
const mark = /\[image stratagem:([0-9a-f]{64})\]/g

export const imageMark = (ref: string): string => `${start}${ref}]`
/** A stranger's text: what looks like a mark in it sends no image. */
export const withoutMarks = (text: string): string => text.replaceAll(start, '[image-stratagem:')
export const hasImages = (text: string): boolean => text.includes(start)
export const imageRefs = (text: string): readonly string[] => [...text.matchAll(mark)].map(([, ref = '']) => ref)

export type TextOrImage =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'image'; readonly ref: string }

/** The text cut at its images. Nothing but the marks is left out. */
export function cutAtImages(text: string): readonly TextOrImage[] {
  const parts: TextOrImage[] = []
  let from = 0
  for (const found of text.matchAll(mark)) {
    if (found.index > from) parts.push({ kind: 'text', text: text.slice(from, found.index) })
    parts.push({ kind: 'image', ref: found[1] ?? '' })
    from = found.index + found[0].length
  }
  return from < text.length ? [...parts, { kind: 'text', text: text.slice(from) }] : parts
}

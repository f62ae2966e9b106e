import { FailureError } from '../../../src-shared/base/failure.ts'
import { type ImageInfo, type StoredImage, storedImage } from '../../../src-shared/mentions/image-marks.ts'
import type { Store } from '../../store/store.ts'
import { imageFacts } from './image-file.ts'

/** Stores an image, once however often it is sent. @param data base64 @throws FailureError if models would refuse it */
export function addImage({ bodies }: Pick<Store, 'bodies'>, name: string, data: string): ImageInfo {
  const bytes = Buffer.from(data, 'base64')
  const { mediaType, width, height } = imageFacts(bytes)
  const image: StoredImage = { mediaType, data: bytes.toString('base64') }
  return { ref: bodies.put(JSON.stringify(image)), name, width, height, size: bytes.length }
}

/** Stores images of tools' results. */
export const imageKeeper =
  (store: Pick<Store, 'bodies'>) =>
  (data: string): string =>
    addImage(store, 'image', data).ref

/** An image by its reference; null if there is none. Never throws. */
export function imageIn(text: string | null | undefined): StoredImage | null {
  if (text == null) return null
  try {
    return storedImage.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

/** @throws FailureError if it is not stored */
export function imageOf({ bodies }: Pick<Store, 'bodies'>, ref: string): StoredImage {
  const image = imageIn(bodies.get(ref))
  if (image === null) throw new FailureError(gone)
  return image
}

const gone = {
  kind: 'not-found',
  message: 'An image of this message is not stored any more.',
  advice: 'Add it again.',
} as const

/** A request's text with images cut to their beginnings, for display. */
export const shortImages = (sent: string): string =>
  sent.replace(
    /("data":"|base64,)([A-Za-z0-9+/=]{60})([A-Za-z0-9+/=]{400,})/g,
    (_, before: string, first: string, rest: string) => `${before}${first}… (${rest.length} more characters)`,
  )

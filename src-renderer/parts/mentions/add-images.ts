import { FailureError } from '../../../src-shared/base/failure.ts'
import { formatSize } from '../../../src-shared/base/format.ts'
import { imageTypes, maxImageBytes, maxImages, type SentImage } from '../../../src-shared/mentions/image-marks.ts'
import { ask } from '../../host/host.ts'
import { toastOnFailure } from '../../stores/report.ts'
import { changeDraft, useDrafts } from '../../stores/session/draft-store.ts'

/** Whether some of these files are images that models take. */
export const haveImages = (files: FileList | null | undefined): files is FileList =>
  files != null && [...files].some(isImage)

const isImage = ({ type }: File): boolean => imageTypes.some((each) => each === type)

/** Stores the images among the files, and adds them to the draft. @param key of the draft */
export async function addImages(key: string, files: FileList): Promise<void> {
  for (const file of [...files].filter(isImage)) await toastOnFailure(addOne(key, file))
}

async function addOne(key: string, file: File): Promise<void> {
  if (file.size > maxImageBytes) throw new FailureError(tooLarge(file))
  if (imagesOf(key).length >= maxImages) throw new FailureError(tooMany)
  const { ref, name } = await ask('image-add', { name: file.name || 'image', data: await base64Of(file) })
  const others = imagesOf(key).filter((each) => each.ref !== ref)
  changeDraft(key, { images: [...others, { ref, name }] })
}

/** Adds images that are stored already to the draft. */
export function keepImages(key: string, images: readonly SentImage[]): void {
  const others = imagesOf(key).filter(({ ref }) => !images.some((each) => each.ref === ref))
  if (images.length > 0) changeDraft(key, { images: [...others, ...images].slice(0, maxImages) })
}

const imagesOf = (key: string) => useDrafts.getState().drafts[key]?.images ?? []

function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
    reader.onerror = () => reject(new FailureError(unreadable(file)))
    reader.readAsDataURL(file)
  })
}

/** Asks for files with the system's dialog. */
export function pickImages(key: string): void {
  const input = document.createElement('input')
  input.type = 'file'
  input.multiple = true
  input.accept = imageTypes.join(',')
  input.hidden = true
  input.addEventListener('change', () => {
    if (haveImages(input.files)) void addImages(key, input.files)
    input.remove()
  })
  input.addEventListener('cancel', () => input.remove())
  // Outside of the document it may be collected while the dialog is open.
  document.body.append(input)
  input.click()
}

const tooLarge = ({ name, size }: File) =>
  ({
    kind: 'invalid-request',
    message: `${name} has ${formatSize(size)}; at most ${formatSize(maxImageBytes)} can be sent.`,
    advice: 'Make it smaller, and add it again.',
  }) as const

const tooMany = {
  kind: 'invalid-request',
  message: `A message can have at most ${maxImages} images.`,
  advice: 'Remove one, or send them in several messages.',
} as const

const unreadable = ({ name }: File) =>
  ({ kind: 'invalid-request', message: `${name} can’t be read.`, advice: 'Add it again.' }) as const

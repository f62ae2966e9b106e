import { z } from 'zod'
import { plainText } from '../../src-shared/base/plain-text.ts'
import { keepEnds } from '../tools/text/shorten.ts'

/** A part of a list; what is none at all becomes one that can't be passed on. */
export const blockIn = (part: unknown): ContentBlock =>
  contentBlock.safeParse(part).data ?? { type: 'a part that can’t be read' }

/** One part of a tool's result, of a prompt or of a resource. Lenient: what is wrong in one part costs only that part. */
export const contentBlock = z.looseObject({
  type: z.string(),
  text: z.string().optional().catch(undefined),
  data: z.string().optional().catch(undefined),
  mimeType: z.string().optional().catch(undefined),
  uri: z.string().optional().catch(undefined),
  resource: z
    .looseObject({
      uri: z.string().optional().catch(undefined),
      text: z.string().optional().catch(undefined),
      blob: z.string().optional().catch(undefined),
      mimeType: z.string().optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
})
export type ContentBlock = z.infer<typeof contentBlock>

/** Text, an image as base64, or a line about what can't be passed on. All of it is a stranger's. */
export type Content =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'image'; readonly data: string }

/** Maximum characters of a uri or type in a line, and maximum of a text, before the limits of its use. */
const [maxShown, maxText] = [200, 1_000_000]

const text = (said: string): Content => ({
  kind: 'text',
  text: plainText(keepEnds(said, 'Ask for less, or for a part of it.', maxText)),
})
const line = (said: string): Content => text(`[${said.slice(0, maxShown)}]`)

export function contentOf(block: ContentBlock): Content {
  switch (block.type) {
    case 'text':
      return text(block.text ?? '')
    case 'image':
      return block.data === undefined ? line('image without data') : { kind: 'image', data: withoutDataUrl(block.data) }
    case 'audio':
      return line(`audio, ${sizeOf(block.data, block.mimeType)}: not passed on`)
    case 'resource':
      return resourceContent(block.resource ?? {})
    case 'resource_link':
      return line(`resource ${block.uri ?? ''}`)
    default:
      return line(block.type)
  }
}

type Resource = NonNullable<ContentBlock['resource']>

/** What a resource contains: text, or a blob that may be an image. */
export function resourceContent(resource: Partial<Resource>): Content {
  const { uri = '', text: said, blob, mimeType } = resource
  if (said !== undefined) return text(said)
  if (blob === undefined) return line(`resource ${uri}`)
  if (mimeType?.startsWith('image/')) return { kind: 'image', data: withoutDataUrl(blob) }
  return line(`resource ${uri}, ${sizeOf(blob, mimeType)}: not passed on`)
}

/** Some servers send the whole `data:` URL. */
const withoutDataUrl = (data: string): string => data.replace(/^data:[\w/+.;=-]{0,100};base64,/, '')

const sizeOf = (data: string | undefined, type: string | undefined): string =>
  `${type ?? 'unknown type'}, ${Math.round(((data ?? '').length * 3) / 4)} bytes`

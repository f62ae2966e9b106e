import { z } from 'zod'
import { type Json, json } from '../../src-shared/base/json.ts'
import { plainText } from '../tools/text/plain-text.ts'
import { type ContentBlock, contentBlock } from './contents.ts'

export const callResult = z.looseObject({
  content: z.array(contentBlock).catch([]),
  structuredContent: json.optional().catch(undefined),
  isError: z.boolean().optional().catch(undefined),
})

/** A result as text for the model, in the order of its parts. Parts that are not text are only named. */
export function resultText({ content, structuredContent }: z.infer<typeof callResult>): string {
  const parts = content.map(textOf).filter((text) => text !== '')
  if (parts.length > 0) return plainText(parts.join('\n'))
  return structuredContent === undefined ? '(no output)' : JSON.stringify(structuredContent)
}

function textOf(part: ContentBlock): string {
  switch (part.type) {
    case 'text':
      return part.text ?? ''
    case 'image':
    case 'audio':
      return `[${part.type}, ${part.mimeType ?? 'unknown type'}, ${Math.round(((part.data ?? '').length * 3) / 4)} bytes: not shown to the model]`
    case 'resource':
      return part.resource?.text ?? `[resource ${part.resource?.uri ?? ''}]`
    case 'resource_link':
      return `[resource ${part.uri ?? ''}]`
    default:
      return `[${part.type}]`
  }
}

/** Structured content for strategies; null if there is none or it is too large. */
export function resultData({ structuredContent }: z.infer<typeof callResult>): Json {
  if (structuredContent === undefined) return null
  return JSON.stringify(structuredContent).length > 16_000 ? null : structuredContent
}

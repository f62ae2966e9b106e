import { z } from 'zod'
import { excessIn } from '../../src-shared/base/excess.ts'
import { failureFrom } from '../../src-shared/base/failure.ts'
import { type Json, json } from '../../src-shared/base/json.ts'
import { maxImages } from '../../src-shared/mentions/image-marks.ts'
import { blockIn, type Content, type ContentBlock, contentOf } from './contents.ts'

/** Left out if it is more than can be worked on at once. */
const structured = z
  .unknown()
  .optional()
  .transform((value) => (value === undefined || excessIn(value) !== null ? undefined : json.safeParse(value).data))

export const callResult = z.looseObject({
  /** Parts: only those that are used are read (`blockIn`). */
  content: z.array(z.unknown()).catch([]),
  structuredContent: structured,
  isError: z.boolean().optional().catch(undefined),
})
type CallResult = z.infer<typeof callResult>

/** A result as it is passed on. */
export interface ResultText {
  /** For the model, in the order of the result's parts; structured content if there is nothing else. */
  readonly text: string
  /** For display: also the structured content, if the text does not already say it. */
  readonly shown: string
  /** Stored images, in the order of the text. */
  readonly images: readonly string[]
  /** Structured content for strategies; null if there is none, or it is too large. */
  readonly data: Json
}

/** Parts of a result that are looked at, and characters of structured content for strategies. */
const [maxParts, maxData] = [200, 16_000]
/** Characters of all texts of a result, and of structured content that is shown indented. */
const [maxText, maxIndented] = [1_000_000, 50_000]

/** @param keepImage stores an image and returns its reference; throws a FailureError if models would refuse it */
export function resultText(
  { content, structuredContent }: CallResult,
  keepImage: (data: string) => string,
): ResultText {
  const images: string[] = []
  const imageText = (data: string): string => {
    if (images.length >= maxImages) return `[An image that was left out: a result has at most ${maxImages}.]`
    try {
      images.push(keepImage(data))
      return `[Image ${images.length} of this result]`
    } catch (thrown) {
      return `[An image that was left out. ${failureFrom(thrown).message}]`
    }
  }
  const parts = content
    .slice(0, maxParts)
    .map(blockIn)
    .map(within(maxText))
    .map((each) => (each.kind === 'text' ? each.text : imageText(each.data)))
    .filter((text) => text !== '')
  if (content.length > maxParts) parts.push(`[${content.length - maxParts} more parts were left out.]`)
  const said = parts.join('\n')
  const structured = structuredContent === undefined ? '' : JSON.stringify(structuredContent)
  const isRepeated = structured === '' || parts.some((part) => isSameJson(part, structured))
  const pretty = structured.length > maxIndented ? structured : JSON.stringify(structuredContent, null, 2)
  return {
    text: said === '' ? (structured === '' ? '(no output)' : structured) : said,
    shown: isRepeated ? said : [said, ...(said === '' ? [] : ['', 'Structured result:']), pretty].join('\n').trim(),
    images,
    data: structuredContent === undefined || structured.length > maxData ? null : structuredContent,
  }
}

/** Servers send structured content as text too, for older clients. */
function isSameJson(text: string, structured: string): boolean {
  if (structured.length > maxIndented || text.length > 10 * structured.length) return false
  try {
    return JSON.stringify(JSON.parse(text)) === structured
  } catch {
    return false
  }
}

/** What a part contains, until so many characters of texts have been taken. */
function within(most: number): (block: ContentBlock) => Content {
  let left = most
  return (block) => {
    if (left <= 0 && block.type === 'text')
      return { kind: 'text', text: '[A text that was left out: the result is too long.]' }
    const content = contentOf(block)
    if (content.kind === 'text') left -= content.text.length
    return content
  }
}

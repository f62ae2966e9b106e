import { constants, deflateRawSync, inflateRawSync } from 'node:zlib'
import { logDictionary } from './log-dictionary.ts'

/** Events of a log, packed: about a fifth of their texts. */
export interface PackedTexts {
  /** Version of the dictionary it was packed with, from 1. */
  readonly words: number
  readonly packed: Uint8Array
}

/** The largest page, in characters and events, since a page is read as a whole; a longer event is a page of its own. */
const maxOfPage = { characters: 64_000, events: 256 } as const

/** In order; the texts of one page are consecutive in the log. */
export function pagesOf(texts: readonly string[]): readonly (readonly string[])[] {
  const pages: string[][] = []
  let room = 0
  for (const text of texts) {
    const page = pages.at(-1)
    room -= text.length
    if (page !== undefined && room >= 0 && page.length < maxOfPage.events) page.push(text)
    else {
      pages.push([text])
      room = maxOfPage.characters - text.length
    }
  }
  return pages
}

const dictionaries = new Map<number, Buffer>()

function dictionaryOf(words: number): Buffer {
  const known = dictionaries.get(words)
  if (known !== undefined) return known
  const made = Buffer.from(logDictionary[words - 1] ?? '')
  dictionaries.set(words, made)
  return made
}

/** Null if unpacking would not return exactly these texts. */
export function packTexts(texts: readonly string[]): PackedTexts | null {
  const words = logDictionary.length
  const plain = Buffer.from(texts.join('\n'))
  const packed = deflateRawSync(plain, { dictionary: dictionaryOf(words) })
  const { texts: again } = unpackTexts({ words, packed })
  const isSame = again.length === texts.length && again.every((text, at) => text === texts[at])
  return isSame ? { words, packed } : null
}

/** @returns the texts; of a damaged page the readable beginning */
export function unpackTexts({ words, packed }: PackedTexts): { readonly texts: readonly string[] } {
  const dictionary = dictionaryOf(words)
  try {
    return { texts: inflateRawSync(packed, { dictionary }).toString().split('\n') }
  } catch {
    const left = readableStart(packed, dictionary)
    return { texts: left === '' ? [] : left.split('\n') }
  }
}

/** The part before the first unreadable position. */
function readableStart(packed: Uint8Array, dictionary: Buffer): string {
  let [readable, end] = [0, packed.length]
  let text = ''
  while (end - readable > 1) {
    const middle = (readable + end) >> 1
    try {
      const part = packed.subarray(0, middle)
      text = inflateRawSync(part, { dictionary, finishFlush: constants.Z_SYNC_FLUSH }).toString()
      readable = middle
    } catch {
      end = middle
    }
  }
  return text
}

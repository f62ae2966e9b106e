/**
 * How texts are split into indexed words, and what a person types into a query for them. Both sides split
 * in the same way, so that a phrase is found as written.
 *
 * 1. Case and accents are ignored.
 * 2. `submitPlan` is indexed as a whole and as its parts; `submit_plan` and `src/cart.js` as their parts in order.
 * 3. Chinese, Japanese and Korean use no spaces: such text is indexed as pairs of characters, then its last one.
 */
const stretch = new RegExp(
  '(?<cjk>[\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}ー]+)|' +
    '(?<word>(?:(?![\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}ー])[\\p{L}\\p{N}])+)',
  'gu',
)
/** Characters of a word that are indexed; longer ones, such as base64, are cut. */
const longestWord = 48
/** A word of more parts is not a name that a person chose. */
const maxParts = 8

/** The words of a text, in order, as the index holds them. */
export function indexWords(text: string): string[] {
  return stretches(text).flatMap(wordsIn)
}

interface Stretch {
  readonly text: string
  readonly cjk: boolean
}

function stretches(text: string): Stretch[] {
  // By far most texts are plain ASCII, and this is ten times faster.
  if (isAscii(text)) return (text.match(/[A-Za-z0-9]+/g) ?? []).map((each) => ({ text: each, cjk: false }))
  const folded = text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .normalize('NFC')
  return [...folded.matchAll(stretch)].map((found) => ({ text: found[0], cjk: found.groups?.['cjk'] !== undefined }))
}

export const isAscii = (text: string): boolean => !/\P{ASCII}/u.test(text)

const wordsIn = ({ text, cjk }: Stretch): string[] =>
  cjk ? [...pairs(text), [...text].at(-1) ?? ''] : [whole(text), ...parts(text)]

function pairs(text: string): string[] {
  const characters = [...text]
  return characters.slice(1).map((each, at) => `${characters[at]}${each}`)
}

const whole = (word: string): string => word.toLowerCase().slice(0, longestWord)

function parts(word: string): string[] {
  if (word.length > maxParts * longestWord) return []
  if (!/\p{Ll}\p{Lu}|\p{N}\p{Lu}\p{Ll}|\p{Lu}\p{Lu}\p{Ll}/u.test(word)) return []
  const found = word
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu}+)(\p{Lu}\p{Ll})/gu, '$1 $2')
    .split(' ')
  return found.length > maxParts ? [] : found.map(whole)
}

/** One search term: consecutive words. */
export interface Phrase {
  readonly words: readonly string[]
  /** The last word is a prefix. */
  readonly open: boolean
}

/** Splits a query at spaces, except in quotes; the last term is a prefix. */
export function phrasesOf(typed: string): Phrase[] {
  const things = [...typed.matchAll(/"([^"]+)"|[^\s"]+/gu)].map((found) => found[1] ?? found[0])
  const closed = /"\s*$/.test(typed)
  return things
    .map((thing, at) => phraseOf(thing, at === things.length - 1 && !closed))
    .filter(({ words }) => words.length > 0)
}

function phraseOf(thing: string, last: boolean): Phrase {
  const found = stretches(thing)
  const end = found.at(-1)
  if (end === undefined) return { words: [], open: false }
  const before = found.slice(0, -1).flatMap(wordsIn)
  const single = [...end.text].length === 1
  if (end.cjk) return { words: [...before, ...(single ? [end.text] : pairs(end.text))], open: single }
  return { words: [...before, ...(last ? [whole(end.text)] : wordsIn(end))], open: last }
}

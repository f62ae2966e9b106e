/** Marks around matches. */
export const matchMarks = { start: '\u0002', end: '\u0003' } as const
/** Characters before the first match, and in all. */
const before = 60
const length = 180

/** How well a text matches, and an excerpt. */
export interface ExcerptMatch {
  readonly excerpt: string
  /** How often the words occur exactly as typed. */
  readonly literal: number
  readonly length: number
}

/** Finds terms in texts; created once per search. @param things the search terms, split at spaces, without quotes */
export function createMatcher(things: readonly string[]): (text: string) => ExcerptMatch {
  const patterns = things.map(patternOf).filter((pattern) => pattern !== '')
  const plain = things.every((thing) => !/\P{ASCII}/u.test(thing))
  const all = patterns.length === 0 ? null : new RegExp(patterns.join('|'), plain ? 'gi' : 'giu')
  return (text) => {
    const spots = all === null ? [] : spotsOf(text, all)
    return { excerpt: excerptOf(text, spots), literal: spots.length, length: text.length }
  }
}

function excerptOf(text: string, spots: readonly Spot[]): string {
  const from = Math.max(0, (spots[0]?.[0] ?? 0) - before)
  const start = from === 0 ? 0 : wordStart(text, from)
  const to = Math.min(text.length, start + length)
  let excerpt = ''
  let at = start
  for (const [begin, end] of spots) {
    if (begin < at || end > to) continue
    excerpt += `${clean(text.slice(at, begin))}${matchMarks.start}${clean(text.slice(begin, end))}${matchMarks.end}`
    at = end
  }
  return `${start > 0 ? '…' : ''}${excerpt}${clean(text.slice(at, to))}${to < text.length ? '…' : ''}`
}

/** A single line, in which no text can forge a mark. */
const clean = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ')

type Spot = readonly [number, number]
/** Maximum of matches that are counted in one text. */
const maxSpots = 20

/** The positions of the terms, in order, without overlaps. Case is ignored. */
function spotsOf(text: string, all: RegExp): Spot[] {
  const found: Spot[] = []
  for (const match of text.matchAll(all)) {
    found.push([match.index, match.index + match[0].length])
    if (found.length >= maxSpots) break
  }
  return found
}

/** The words of a term, with anything between them in the text. */
function patternOf(thing: string): string {
  const words = thing.normalize('NFC').match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  return words.map((word) => [...word].map(letterOf).join('')).join('[^a-zA-Z0-9]{1,3}')
}

/** A letter, with or without its accent. */
function letterOf(letter: string): string {
  const bare = letter.normalize('NFKD').replace(/\p{M}+/gu, '')
  if (!/^[a-z]$/i.test(bare)) return letter
  const others = accented[bare.toLowerCase()]
  return others === undefined ? bare : `[${bare}${others}]`
}

const accented: { readonly [letter: string]: string } = {
  a: 'àáâãäåā',
  c: 'çćč',
  e: 'èéêëēę',
  i: 'ìíîïī',
  n: 'ñńň',
  o: 'òóôõöøō',
  s: 'śšş',
  u: 'ùúûüū',
  y: 'ýÿ',
  z: 'źžż',
}

function wordStart(text: string, from: number): number {
  const space = text.indexOf(' ', from)
  return space === -1 || space - from > 20 ? from : space + 1
}

/** Marks around what was looked for. */
export const marks = { start: '\u0002', end: '\u0003' } as const
/** Characters before the first match, and in all. */
const before = 60
const length = 180

/** How well a text fits, and the part of it that shows it. */
export interface Fit {
  readonly excerpt: string
  /** How often the typed words stand in it just as they were typed. */
  readonly literal: number
  readonly length: number
}

/** @param things what was typed, apart at spaces, without quotes */
export function fitOf(text: string, things: readonly string[]): Fit {
  const plain = withoutControls(text)
  const spots = spotsOf(plain, things)
  const from = Math.max(0, (spots[0]?.[0] ?? 0) - before)
  const start = from === 0 ? 0 : wordStart(plain, from)
  const to = Math.min(plain.length, start + length)
  const shown = spots.filter(([at, end]) => at >= start && end <= to)
  let excerpt = ''
  let at = start
  for (const [begin, end] of shown) {
    excerpt += `${plain.slice(at, begin)}${marks.start}${plain.slice(begin, end)}${marks.end}`
    at = end
  }
  excerpt += plain.slice(at, to)
  return {
    excerpt: `${start > 0 ? '…' : ''}${excerpt.replace(/\s+/g, ' ')}${to < plain.length ? '…' : ''}`,
    literal: spots.length,
    length: plain.length,
  }
}

/** So that a text can't forge a mark. */
const withoutControls = (text: string): string => text.replace(/\p{Cc}/gu, ' ')

type Spot = readonly [number, number]
/** More matches in one text are not counted. */
const mostSpots = 50

/** Where the things stand, in order, none over another. Case does not count; accents and joints do not either. */
function spotsOf(text: string, things: readonly string[]): Spot[] {
  const patterns = things.map(patternOf).filter((pattern) => pattern !== '')
  if (patterns.length === 0) return []
  const found: Spot[] = []
  for (const match of text.matchAll(new RegExp(patterns.join('|'), 'giu'))) {
    found.push([match.index, match.index + match[0].length])
    if (found.length >= mostSpots) break
  }
  return found
}

/** The words of a thing, with whatever stands between them in the text. */
function patternOf(thing: string): string {
  const words = thing.normalize('NFC').match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  return words.map((word) => [...word].map(letterOf).join('')).join('[^\\p{L}\\p{N}]{1,3}')
}

/** A letter, with or without its accent. */
function letterOf(letter: string): string {
  const bare = letter.normalize('NFKD').replace(/\p{M}+/gu, '')
  if (!/^[a-z]$/i.test(bare)) return letter
  return `[${bare}${accented[bare.toLowerCase()] ?? ''}]\\p{M}*`
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

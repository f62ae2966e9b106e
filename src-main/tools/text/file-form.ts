import { diffLines } from './line-diff.ts'

/**
 * What belongs to a file and not to the text that a model sends, because reading hides it: line ends, the byte order
 * mark, the newline at the end, and whether letters with accents are one character or two (Unicode forms NFC and NFD).
 */
interface Line {
  readonly text: string
  readonly end: '' | '\n' | '\r\n'
}

export const byteOrderMark = '\uFEFF'

/** Without carriage returns before line feeds. */
export const withLineFeeds = (text: string): string => text.replaceAll('\r\n', '\n')

/** Whether two texts differ only in what belongs to the file. */
export const sameButForm = (a: string, b: string): boolean => bare(a) === bare(b)

const bare = (text: string) =>
  withLineFeeds(text)
    .replace(/^\uFEFF/, '')
    .replace(/\n$/, '')
    .normalize('NFC')

/**
 * A whole new text in the form of the one that it replaces; what the file kept is named.
 * @param before the file's text without its byte order mark, line ends as they are
 */
export function inFormOf(before: string, wanted: string): { readonly text: string; readonly kept: readonly string[] } {
  const sent = wanted.replace(/^\uFEFF/, '')
  const isOfOneForm = [before, sent].every((each) => !each.includes('\r') && each === each.normalize('NFC'))
  const old = isOfOneForm ? [] : linesOf(before)
  const kept = isOfOneForm ? sent : keptLines(old, linesOf(sent), usualEnd(old), formOf(before))
  const text = withFinalNewline(kept, before, sent, usualEnd(old))
  const names: string[] = []
  if (ends(text) !== ends(withFinalNewline(sent, before, sent, '\n'))) names.push(`${nameOfEnds(text)} line ends`)
  if (text.endsWith('\n') && !sent.endsWith('\n')) names.push('newline at the end')
  if (!text.endsWith('\n') && sent.endsWith('\n')) names.push('end without a newline')
  if (withLineFeeds(text).trimEnd() !== withLineFeeds(sent).trimEnd()) names.push('Unicode form of letters')
  return { text, kept: names }
}

/**
 * The text for the place of a part of a file: lines that stay are as they were, and new ones take the ends of those
 * they replace. An end of line that is sent as CRLF stays one.
 * @param following the end of the line that the part ends in
 */
export function partInFormOf(part: string, wanted: string, following: '\n' | '\r\n'): string {
  return wanted.includes('\n') ? keptLines(linesOf(part), linesOf(wanted), following, null) : wanted
}

/** The line end of most lines; a line feed if there are none. */
function usualEnd(lines: readonly Line[]): '\n' | '\r\n' {
  const windows = lines.filter(({ end }) => end === '\r\n').length
  return windows > lines.filter(({ end }) => end === '\n').length ? '\r\n' : '\n'
}

function keptLines(old: readonly Line[], now: readonly Line[], usual: Line['end'], form: 'NFD' | null): string {
  const key = ({ text }: Line) => text.normalize('NFC')
  const differences = diffLines(old.map(key), now.map(key))
  const made: string[] = []
  let last: Line['end'] = old.find(({ end }) => end !== '')?.end ?? usual
  const add = (text: string, sent: Line['end'], known: Line['end'] | undefined) => {
    if (known !== undefined && known !== '') last = known
    made.push(text, sent === '\n' ? last : sent)
  }
  let at = 0
  let shift = 0
  const keepUntil = (end: number) => {
    for (; at < end; at++) add(old[at + shift]?.text ?? '', now[at]?.end ?? '', old[at + shift]?.end)
  }
  for (const each of differences) {
    keepUntil(each.newStart)
    for (; at < each.newEnd; at++) {
      const replaced = each.oldStart + at - each.newStart
      const { text = '', end = '' } = now[at] ?? {}
      add(form === null ? text : text.normalize(form), end, replaced < each.oldEnd ? old[replaced]?.end : undefined)
    }
    shift = each.oldEnd - each.newEnd
  }
  keepUntil(now.length)
  return made.join('')
}

function linesOf(text: string): Line[] {
  return (text.match(/[^\n]*\n|[^\n]+$/g) ?? []).map((line) => {
    if (line.endsWith('\r\n')) return { text: line.slice(0, -2), end: '\r\n' }
    return line.endsWith('\n') ? { text: line.slice(0, -1), end: '\n' } : { text: line, end: '' }
  })
}

/** If nothing else differs, the newline is what is wanted. */
function withFinalNewline(text: string, before: string, sent: string, usual: '\n' | '\r\n'): string {
  if (before === '' || sent.trim() === '' || before.endsWith('\n') === sent.endsWith('\n')) return text
  if (sameButForm(before, sent)) return text
  return before.endsWith('\n') ? text + usual : text.replace(/\r?\n$/, '')
}

/** Null: the text's letters are composed, or of both kinds. */
const formOf = (text: string): 'NFD' | null =>
  text !== text.normalize('NFC') && text === text.normalize('NFD') ? 'NFD' : null

/** A letter for each line: `r` where it ends in CRLF. */
function ends(text: string): string {
  let found = ''
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) found += text[at - 1] === '\r' ? 'r' : 'n'
  return text === '' || text.endsWith('\n') ? found : `${found}n`
}

function nameOfEnds(text: string): string {
  if (!text.includes('\r\n')) return 'LF'
  return /(^|[^\r])\n/.test(text) ? 'mixed' : 'CRLF'
}

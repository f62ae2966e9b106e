import { listed } from '../../../src-shared/base/format.ts'

/**
 * In what white space the lines of a file differ from those of a text, as a remark in brackets after a space; empty if it
 * is only inside of lines. White space is hard to see: a model that only reads the lines again sends the same text.
 */
export function spacesRemark(file: string, wanted: string): string {
  const [theirs, sent] = [file.split('\n'), wanted.replace(/\r?\n$/, '').split('\n')]
  if (theirs.length !== sent.length || sent.length === 0) return ''
  const found = new Set<string>()
  theirs.forEach((line, at) => {
    const other = sent[at] ?? ''
    if (line.trim() === '' && other.trim() === '') {
      if (line !== other)
        found.add(line === '' ? 'an empty line has none in the file' : 'an empty line has some in the file')
      return
    }
    const [before, after] = [indentOf(line), indentOf(other)]
    // The first line of a text may begin in the middle of the file's.
    if (before !== after && !(at === 0 && after === '')) found.add(indentRemark(before, after))
    const [end, sentEnd] = [line.slice(line.trimEnd().length), other.slice(other.trimEnd().length)]
    if (end !== sentEnd && (sent.length > 1 || sentEnd !== ''))
      found.add(end.length > sentEnd.length ? 'lines of the file end with some' : 'lines of the old text end with some')
  })
  return found.size === 0 ? '' : ` (${listed([...found].slice(0, 3))})`
}

const indentOf = (line: string) => line.slice(0, line.length - line.trimStart().length)

function indentRemark(file: string, sent: string): string {
  const [inFile, inText] = [kindOf(file), kindOf(sent)]
  if (inFile !== inText && sent !== '' && file !== '')
    return `the file indents with ${inFile}, the old text with ${inText}`
  return file.length > sent.length ? 'the file indents further' : 'the file indents less far'
}

const kindOf = (indent: string) =>
  indent.includes('\t') ? (indent.replaceAll('\t', '') === '' ? 'tabs' : 'tabs and spaces') : 'spaces'

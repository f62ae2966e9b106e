import { listed, plural } from '../../../src-shared/base/format.ts'
import { diffLines } from './line-diff.ts'

/** Characters that are often written as another one; the pattern of each kind, and the plain one. */
const kinds = [
  { name: 'quotation marks', pattern: /[\u2018-\u201B\u2032\u02BC\u00B4]/gu, plain: "'" },
  { name: 'quotation marks', pattern: /[\u201C-\u201F\u2033\u00AB\u00BB]/gu, plain: '"' },
  { name: 'dashes', pattern: /[\u2010-\u2015\u2212\uFE58\uFE63\uFF0D]/gu, plain: '-' },
  { name: 'an ellipsis', pattern: /\u2026/gu, plain: '...' },
  { name: 'invisible characters', pattern: /[\u00AD\u200B-\u200F\u2060\uFEFF]/gu, plain: '' },
  { name: 'special spaces', pattern: /(?! )\p{Zs}/gu, plain: ' ' },
] as const

/** The text with composed letters, and with the marks and spaces that keyboards have. */
export function withPlainMarks(text: string): string {
  return kinds.reduce((plain, { pattern, plain: by }) => plain.replace(pattern, by), text.normalize('NFC'))
}

/**
 * In what two texts differ that look alike: the kinds, and the characters that the one has and the other has not.
 * Ends without a full stop.
 * @param owners what the two are called: `the file`, `the old text`
 */
export function differenceOfMarks(a: string, b: string, owners: readonly [string, string]): string {
  const names = new Set<string>()
  const only = [new Set<string>(), new Set<string>()] as const
  for (const { name, pattern } of kinds) {
    const [inA, inB] = [charactersOf(a, pattern), charactersOf(b, pattern)]
    const differing = [inA.filter((each) => !inB.includes(each)), inB.filter((each) => !inA.includes(each))] as const
    if (differing.some((each) => each.length > 0)) names.add(name)
    differing[0].forEach((each) => void only[0].add(each))
    differing[1].forEach((each) => void only[1].add(each))
  }
  if (hasOtherForm(a, b)) names.add(`the Unicode form of letters (${owners[0]} has ${formOf(a)})`)
  if (names.size === 0 || spacesOf(a) !== spacesOf(b)) names.add('white space')
  const has = only.flatMap((characters, at) =>
    characters.size === 0 ? [] : [`${owners[at] ?? ''} has ${listed([...characters].slice(0, 6).map(coded))}`],
  )
  return `${listed([...names])}${has.length === 0 ? '' : ` (${has.join('; ')})`}`
}

/** Changed lines that are looked at for such marks: who reads on after so many looks at the whole file. */
const maxCompared = 2000

/**
 * A sentence about lines that were written anew and differ from those before only in such marks; empty if none of the
 * first 2,000 changed lines does.
 */
export function changedMarks(before: string, after: string): string {
  if (isPlain(before) && isPlain(after)) return ''
  const [old, now] = [before.split('\n'), after.split('\n')]
  const lines: number[] = []
  const texts: [string, string][] = []
  let compared = 0
  for (const { oldStart, oldEnd, newStart, newEnd } of diffLines(old, now)) {
    for (let at = 0; oldStart + at < oldEnd && newStart + at < newEnd; at++) {
      const [was, is] = [old[oldStart + at] ?? '', now[newStart + at] ?? '']
      if (was === is || (isPlain(was) && isPlain(is))) continue
      if (compared++ >= maxCompared) break
      if (spacesOf(was) !== spacesOf(is) || withPlainMarks(was) !== withPlainMarks(is)) continue
      lines.push(newStart + at + 1)
      texts.push([was, is])
    }
  }
  if (lines.length === 0) return ''
  const joined = (side: 0 | 1) => texts.map((each) => each[side]).join('\n')
  const shown = listed(lines.slice(0, 10).map(String))
  const where = plural(lines.length, `Line ${shown} differs`, `Lines ${shown} differ`)
  return `${where} from before only in ${differenceOfMarks(joined(0), joined(1), ['the file before', 'your text'])}. If that was not meant, put it back.`
}

/** Whether nothing in a text can be such a mark. */
const isPlain = (text: string) => !/[^\p{ASCII}]/u.test(text)

const charactersOf = (text: string, pattern: RegExp): string[] => [...new Set(text.match(pattern) ?? [])]

function coded(character: string): string {
  const code = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
  return /[\p{P}\p{S}]/u.test(character) ? `${character} (${code})` : code
}

/** The white space alone, with each word as one mark. */
const spacesOf = (text: string) => withPlainMarks(text).trim().replace(/\S+/gu, 'x')

const formOf = (text: string) =>
  text.normalize('NFC') === text ? 'NFC' : text.normalize('NFD') === text ? 'NFD' : 'both NFC and NFD'

const hasOtherForm = (a: string, b: string) => lettersOf(a) !== lettersOf(b)
/** What is left of the text's form: its letters that another form would write otherwise. */
const lettersOf = (text: string) => (text.match(/[^\p{ASCII}]|\P{M}\p{M}+/gu) ?? []).filter(changes).join('')
const changes = (letters: string) => letters.normalize('NFC') !== letters.normalize('NFD')

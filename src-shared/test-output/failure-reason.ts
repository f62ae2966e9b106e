import type { FailureReason } from './test-report.ts'

const maxLength = 200

const oneLine = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > maxLength ? `${line.slice(0, maxLength - 1)}…` : line
}

/** Null if one of them is missing. */
export function valuesReason(expected: string | undefined, got: string | undefined): FailureReason | null {
  const [wanted, actual] = [oneLine(expected ?? ''), oneLine(got ?? '')]
  return wanted === '' || actual === '' ? null : { kind: 'values', expected: wanted, got: actual }
}

/** The values in a message if it states which of the two was expected; otherwise its text. Null if it is empty. */
export function messageReason(message: string): FailureReason | null {
  const text = oneLine(message.slice(0, 4 * maxLength)).replace(/^\w*Error(?: \[\w+\])?: /, '')
  if (text === '') return null
  const found = sentences.flatMap(({ pattern, expected, got }) => {
    const match = pattern.exec(text)
    return match === null ? [] : [valuesReason(match[expected], match[got])]
  })
  return found.find((each) => each !== null) ?? { kind: 'message', text }
}

/**
 * Only wordings that state which value is which. Source: Chai's `equal`, Go's "got, want", testify, AssertJ and JUnit.
 */
const sentences: readonly { readonly pattern: RegExp; readonly expected: number; readonly got: number }[] = [
  { pattern: /^expected (.+) to (?:be|(?:strictly |deeply )?equal) (.+?)(?: \/\/ .*)?$/, expected: 2, got: 1 },
  { pattern: /\bgot:? (.+?)[,;] (?:want(?:ed)?|expected):? (.+)$/i, expected: 2, got: 1 },
  {
    pattern: /\b(?:want(?:ed)?|expected):? (.+?)(?:[,;]| but)? (?:got|actual|was|but was):? (.+)$/i,
    expected: 1,
    got: 2,
  },
]

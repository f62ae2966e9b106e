import { StringDecoder } from 'node:string_decoder'

export interface LineReader {
  push(bytes: Uint8Array): void
}

/**
 * Splits what a process prints into lines. Memory is bounded: a line of more than `maxLength` characters is dropped as it
 * comes, and reported once.
 */
export function lineReader(
  maxLength: number,
  take: (line: string) => void,
  tooLong: (length: number) => void,
): LineReader {
  const decoder = new StringDecoder('utf8')
  let parts: string[] = []
  let length = 0
  let dropping = false
  const add = (text: string) => {
    length += text.length
    if (dropping) return
    if (length > maxLength) {
      dropping = true
      parts = []
      tooLong(length)
    } else parts.push(text)
  }
  const endLine = () => {
    const line = dropping ? '' : parts.join('').trim()
    parts = []
    length = 0
    dropping = false
    if (line !== '') take(line)
  }
  return {
    push: (bytes) => {
      const [first = '', ...rest] = decoder.write(bytes).split('\n')
      add(first)
      for (const each of rest) {
        endLine()
        add(each)
      }
    },
  }
}

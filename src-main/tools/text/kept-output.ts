import { endOf, startOf } from './shorten.ts'

/** The first and the last part of an output of any length, in bounded memory. */
export interface KeptOutput {
  add(text: string): void
  text(): string
}

/** @param most characters kept at each end */
export function keepOutput(most: number): KeptOutput {
  let head = ''
  const tail: string[] = []
  let tailSize = 0
  let dropped = 0

  const add = (text: string) => {
    const first = head.length < most ? startOf(text, most - head.length) : ''
    head += first
    if (first.length === text.length) return
    tail.push(text.slice(first.length))
    tailSize += text.length - first.length
    while (tailSize - (tail[0]?.length ?? 0) >= most) {
      const gone = tail.shift()?.length ?? 0
      tailSize -= gone
      dropped += gone
    }
  }
  const text = () => {
    const all = tail.join('')
    const end = endOf(all, most)
    const missing = dropped + all.length - end.length
    return missing === 0 ? head + all : `${head}\n[… ${missing} characters were not kept …]\n${end}`
  }
  return { add, text }
}

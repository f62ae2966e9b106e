import { startOf } from './text/shorten.ts'

/** ms between two parts that are shown. */
const interval = 40
/** Characters that are shown while a command runs; the end of a longer output is in its result. */
const limit = 1_000_000

/** Passes on output as it comes, in batches, so that the window can keep up. */
export interface LiveOutput {
  add(text: string): void
  end(): void
}

export function createLiveOutput(show: (text: string) => void): LiveOutput {
  let waiting = ''
  let room = limit
  let timer: NodeJS.Timeout | null = null

  const flush = () => {
    timer = null
    if (waiting === '') return
    const part = waiting
    waiting = ''
    show(part)
    timer = setTimeout(flush, interval)
  }
  return {
    add(text) {
      if (room <= 0) return
      const part = startOf(text, room)
      room = part.length < text.length ? 0 : room - part.length
      waiting += room > 0 ? part : `${part}\n[… the output goes on; its end is shown when the command has ended]\n`
      if (timer === null) flush()
    },
    end() {
      if (timer !== null) clearTimeout(timer)
      timer = null
      if (waiting !== '') show(waiting)
      waiting = ''
    },
  }
}

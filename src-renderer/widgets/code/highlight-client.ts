import type { HighlightAnswer, HighlightRequest } from '../../workers/highlight-message.ts'
import type { CodeLine } from '../../workers/highlighter.ts'

/**
 * Client of the highlighting worker. At most one request per block is in progress; of the texts that arrive meanwhile
 * only the latest is sent. Without a worker, code stays plain.
 */
interface Waiting {
  lines: readonly CodeLine[]
  next: { readonly language: string; readonly text: string } | null
  /** The text of the request in progress. */
  sent: string | null
  readonly show: Show
}
/** `text`: the text that the lines belong to. */
type Show = (lines: readonly CodeLine[], text: string) => void
const waiting = new Map<number, Waiting>()
let worker: Worker | null | undefined
let lastBlock = 0

export interface Highlighting {
  update(language: string, text: string): void
  close(): void
}

/** @param show receives all lines of the latest highlighted text */
export function openHighlighting(show: Show): Highlighting {
  const block = ++lastBlock
  waiting.set(block, { lines: [], next: null, sent: null, show })
  return {
    update(language, text) {
      const here = waiting.get(block)
      if (!here) return
      here.next = { language, text }
      sendNext(block, here)
    },
    close() {
      waiting.delete(block)
      worker?.postMessage({ kind: 'forget', block } satisfies HighlightRequest)
    },
  }
}

function sendNext(block: number, here: Waiting): void {
  if (here.sent !== null || here.next === null) return
  worker = worker === undefined ? startWorker() : worker
  if (worker === null) return
  worker.postMessage({ kind: 'highlight', block, ...here.next } satisfies HighlightRequest)
  here.sent = here.next.text
  here.next = null
}

function startWorker(): Worker | null {
  try {
    const started = new Worker(new URL('../../workers/highlight.worker.ts', import.meta.url), { type: 'module' })
    started.addEventListener('message', (event: MessageEvent<HighlightAnswer>) => receive(event.data))
    return started
  } catch {
    return null
  }
}

function receive(answer: HighlightAnswer): void {
  const here = waiting.get(answer.block)
  if (!here || here.sent === null) return
  here.lines = [...here.lines.slice(0, answer.from), ...answer.lines]
  here.show(here.lines, here.sent)
  here.sent = null
  sendNext(answer.block, here)
}

import type { HighlightAnswer, HighlightRequest } from './highlight-message.ts'
import { type Highlighted, highlight, type Progress } from './highlighter.ts'

/** Highlights code outside of the window's main thread. */
const cache = new Map<number, Progress>()

addEventListener('message', (event: MessageEvent<HighlightRequest>) => {
  const request = event.data
  if (request.kind === 'forget') {
    cache.delete(request.block)
    return
  }
  const done = attempt(request.language, request.text, cache.get(request.block))
  if (done) cache.set(request.block, done.progress)
  const answer: HighlightAnswer = { block: request.block, from: done?.from ?? 0, lines: done?.lines ?? [] }
  postMessage(answer)
})

/** If a grammar fails on its input, the text stays plain. */
function attempt(language: string, text: string, before: Progress | undefined): Highlighted | undefined {
  try {
    return highlight(language, text, before)
  } catch {
    return undefined
  }
}

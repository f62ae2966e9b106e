import type { Live, StoredEvent } from '../../src-shared/run/event.ts'

/** Shows the text of a run's models and agents while it comes in, one step at a time: of several side by side, the first. */
export interface StreamedText {
  live(live: Live): void
  event(event: StoredEvent): void
  /** Whether this text was the last that was shown, to its end. */
  hasShown(text: string): boolean
}

/** @param stream shows a piece; null: nothing is shown */
export function streamedText(stream: ((text: string) => void) | null): StreamedText {
  let path: string | null = null
  let shown = ''
  const add = (text: string) => {
    if (text === '') return
    shown += text
    stream?.(text)
  }
  return {
    live(live) {
      if (stream === null || (live.type !== 'model-delta' && live.type !== 'draft')) return
      if (live.type === 'model-delta' && live.channel !== 'text') return
      if (path === null) shown = ''
      path ??= live.path
      // A draft repeats what came before somebody looked on.
      if (live.path === path) add(live.type === 'draft' && shown !== '' ? '' : live.text)
    },
    event(event) {
      if (!('path' in event) || event.path !== path) return
      if (event.type === 'model-retry') shown = ''
      if (event.type !== 'model-end' && event.type !== 'step-end') return
      path = null
      if (shown !== '' && !shown.endsWith('\n')) stream?.('\n')
    },
    hasShown: (text) => stream !== null && text.trim() !== '' && shown.trim() === text.trim(),
  }
}

import { useEffect, useRef, useState } from 'react'
import type { CodeLine } from '../../workers/highlighter.ts'
import { type Highlighting, openHighlighting } from './highlight-client.ts'

/** Longer texts stay plain. */
const maxText = 300_000
/** Cache of finished blocks, so that a block that scrolls back into view is colored immediately. */
const finished = new Map<string, readonly CodeLine[]>()
const maxFinished = 300

/** The highlighted lines of `text`, as far as they are known; null before. `language` null is plain text. */
export function useHighlight(text: string, language: string | null, streaming: boolean): readonly CodeLine[] | null {
  const key = `${language}\n${text}`
  const [lines, setLines] = useState<readonly CodeLine[] | null>(() => finished.get(key) ?? null)
  const open = useRef<Highlighting | null>(null)
  const unfinished = useRef('')
  unfinished.current = streaming ? text : ''
  useEffect(
    () => () => {
      open.current?.close()
      open.current = null
    },
    [],
  )
  useEffect(() => {
    if (language === null || text.length > maxText) return
    const known = finished.get(key)
    if (known) {
      setLines(known)
      return
    }
    open.current ??= openHighlighting((found, of) => {
      setLines(found)
      if (of !== unfinished.current) keep(`${language}\n${of}`, found)
    })
    open.current.update(language, text)
  }, [key, language, text])
  return language === null ? null : lines
}

function keep(key: string, lines: readonly CodeLine[]): void {
  finished.set(key, lines)
  const oldest = finished.keys().next()
  if (finished.size > maxFinished && !oldest.done) finished.delete(oldest.value)
}

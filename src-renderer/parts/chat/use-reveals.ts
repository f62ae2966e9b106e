import { useEffect, useRef } from 'react'
import { useRuns } from '../../stores/runs/run-store.ts'
import { useChat } from '../../stores/session/chat-store.ts'
import { setFold, useFolds } from '../../stores/session/fold-store.ts'
import { useSelection } from '../../stores/session/selection-store.ts'
import { foldsOver } from './folds/fold-rows.ts'
import { type ChatRows, indexOfMessage, indexOfSpan } from './rows/chat-rows.ts'

interface Reveals {
  readonly span: (index: number) => void
  readonly message: (index: number) => void
  readonly end: () => void
}

/** Scrolls to what another view requested: a span, a message or the end; waits until it is loaded. */
export function useReveals(rows: ChatRows, show: Reveals): void {
  useRevealSpan(rows, show.span)
  useRevealMessage(rows, show.message)
  useRevealEnd(show.end)
}

function useRevealSpan(rows: ChatRows, show: (index: number) => void): void {
  const reveal = useSelection((state) => state.reveal)
  const done = useRef<unknown>(null)
  useEffect(() => {
    if (reveal === null || reveal.where !== 'chat' || done.current === reveal) return
    const { runId, path } = reveal.span
    const index = indexOfSpan(rows, runId, path)
    // Expands the folds that hide it; the next rows trigger another search.
    if (index === -1) return openFolds(rows, runId, path)
    done.current = reveal
    show(index)
  }, [reveal, rows, show])
}

function openFolds({ parts }: ChatRows, runId: string, path: string): void {
  const view = useRuns.getState().views[runId]
  const part = parts.find(({ run }) => run?.id === runId)
  if (view === undefined || !part?.rows) return
  const { open } = useFolds.getState()
  for (const key of foldsOver(part.rows, view, runId, path)) if (!open[key]) setFold(key, true)
}

function useRevealMessage(rows: ChatRows, show: (index: number) => void): void {
  const reveal = useChat((state) => state.reveal)
  const done = useRef<unknown>(useChat.getState().reveal)
  useEffect(() => {
    if (reveal === null || done.current === reveal) return
    const index = indexOfMessage(rows, reveal.turnId)
    if (index === -1) return
    done.current = reveal
    show(index)
  }, [reveal, rows, show])
}

function useRevealEnd(show: () => void): void {
  const wishes = useChat((state) => state.toEnd)
  const met = useRef(wishes)
  useEffect(() => {
    if (met.current === wishes) return
    met.current = wishes
    show()
  }, [wishes, show])
}

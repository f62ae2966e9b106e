import { useEffect } from 'react'
import { create } from 'zustand'
import type { Approval, Span } from '../../../src-shared/run/view/run-view.ts'
import { ask } from '../../host/host.ts'

/** Spans of long runs with all their texts, loaded when they are shown; only the newest are kept. */
const useWhole = create<{ readonly [key: string]: Span }>(() => ({}))
const maxKept = 200
const requested = new Set<string>()

/** A span with all its texts. Texts that were left out are loaded; until then the span is returned without them. */
export function useWholeSpan(runId: string, span: Span | null): Span | null {
  const key = span?.cut === undefined ? null : `${runId} ${span.path} ${span.endMs} ${askedMs(span)}`
  const whole = useWhole((all) => (key === null ? undefined : all[key]))
  const [path, seq] = [span?.path ?? '', span?.pause?.seq ?? span?.seq ?? 0]
  useEffect(() => {
    if (key !== null) void read(key, runId, path, seq)
  }, [key, runId, path, seq])
  return span === null || whole === undefined ? span : filled(span, whole)
}

async function read(key: string, runId: string, path: string, seq: number): Promise<void> {
  if (requested.has(key) || useWhole.getState()[key] !== undefined) return
  requested.add(key)
  try {
    const span = await ask('span-read', { runId, path, seq })
    if (span === null) return
    const newest = Object.entries(useWhole.getState()).slice(-maxKept)
    useWhole.setState({ ...Object.fromEntries(newest), [key]: span }, true)
  } catch {
    // It stays incomplete; the next look loads it again.
  } finally {
    requested.delete(key)
  }
}

/** Takes the texts from the loaded span, and position and state from the position that is shown. */
function filled(span: Span, whole: Span): Span {
  const { path, parent, lane, startMs, endMs, againMs, state, seq } = span
  const shape = { path, parent, lane, startMs, endMs, againMs, state, seq, cut: true as const }
  if (span.endMs === null) {
    // At a playback position before its end it has no result yet.
    if (span.kind === 'tool' && whole.kind === 'tool')
      return { ...span, call: whole.call, approval: wholeApproval(span.approval, whole.approval) }
    return span.kind === 'step' && whole.kind === 'step' ? { ...span, ask: whole.ask } : span
  }
  if (whole.kind === 'model' && span.kind === 'model') {
    return { ...whole, ...shape, firstTokenAt: span.firstTokenAt, retries: span.retries }
  }
  return whole.kind === span.kind ? { ...whole, ...shape } : span
}

/** A question that came after the last look has to be loaded, too. */
const askedMs = (span: Span): number | null => (span.kind === 'tool' ? (span.approval?.askedMs ?? null) : null)

/** The change that the user is asked about, if it was left out; never that of another question. */
function wholeApproval(shown: Approval | null, whole: Approval | null): Approval | null {
  if (shown === null || whole === null || shown.ask.subject !== whole.ask.subject) return shown
  return { ...shown, ask: whole.ask }
}

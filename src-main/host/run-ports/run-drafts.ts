import { assertNever } from '../../../src-shared/base/assert-never.ts'
import type { Live } from '../../../src-shared/run/event.ts'
import type { Draft, DraftTable } from '../../store/store.ts'

/** Characters of an unfinished text that are kept for a late viewer, from its end. */
const maxKept = 400_000

interface Growing extends Draft {
  /** From the step's start. */
  readonly firstTokenMs: number | null
  /** Text received since the last save. */
  readonly changed: boolean
}
type DraftItem = Extract<Live, { type: 'draft' }>

/** The partial texts of unfinished steps, for late viewers and for recovery after a crash. */
export interface RunDrafts {
  /** @param ms ms since the run's start */
  append(live: Live, ms: number): void
  /** A step has started (again): its earlier text no longer counts. */
  begin(path: string, ms: number): void
  end(path: string): void
  /** True if there is something to save. */
  unsaved(): boolean
  save(): void
  items(ms: number): readonly DraftItem[]
}

export function createRunDrafts(table: DraftTable, runId: string): RunDrafts {
  const growing = new Map<string, Growing>()
  const began = new Map<string, number>()
  const saved = new Set(table.list(runId).map((each) => each.path))
  const drop = (path: string) => {
    growing.delete(path)
    if (saved.delete(path)) table.clear(runId, path)
  }
  return {
    append: (live, ms) => {
      const before = growing.get(live.path) ?? emptyDraft(live.path)
      const after = grown(before, live, ms - (began.get(live.path) ?? ms))
      if (after !== before) growing.set(live.path, after)
    },
    begin: (path, ms) => {
      began.set(path, ms)
      drop(path)
    },
    end: (path) => {
      began.delete(path)
      drop(path)
    },
    unsaved: () => [...growing.values()].some((each) => each.changed),
    save: () => {
      for (const [path, draft] of growing) {
        if (!draft.changed) continue
        const { text, reasoning, output } = draft
        table.save(runId, { path, text, reasoning, output })
        saved.add(path)
        growing.set(path, { ...draft, changed: false })
      }
    },
    items: (ms) =>
      [...growing.values()].map(({ path, text, reasoning, output, firstTokenMs }) => ({
        type: 'draft',
        path,
        ms,
        firstTokenMs,
        text,
        reasoning,
        output,
      })),
  }
}

const emptyDraft = (path: string): Growing => ({
  path,
  text: '',
  reasoning: '',
  output: '',
  firstTokenMs: null,
  changed: false,
})

/** @param ms ms since the step's start */
function grown(before: Growing, live: Live, ms: number): Growing {
  switch (live.type) {
    case 'model-delta': {
      const channel = live.channel
      const longer = { [channel]: trimmed(before[channel] + live.text) }
      return { ...before, ...longer, firstTokenMs: before.firstTokenMs ?? ms, changed: true }
    }
    case 'model-call-delta':
      return { ...before, firstTokenMs: before.firstTokenMs ?? ms }
    case 'tool-output':
      return { ...before, output: trimmed(before.output + live.text), changed: true }
    case 'draft':
      return before
    default:
      return assertNever(live)
  }
}

const trimmed = (text: string) => (text.length > maxKept ? text.slice(-maxKept / 2) : text)

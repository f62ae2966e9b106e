import type { RunStatus } from '../../../src-shared/run/conversation.ts'
import type { SpanState } from '../../../src-shared/run/view/run-view.ts'
import { Pill, type Tone } from '../../widgets/pill.tsx'

const words: { readonly [state in SpanState | RunStatus]: readonly [string, Tone] } = {
  running: ['running', 'accent'],
  waiting: ['waiting for you', 'warn'],
  ok: ['done', 'ok'],
  completed: ['completed', 'ok'],
  failed: ['failed', 'bad'],
  aborted: ['stopped', 'plain'],
  interrupted: ['interrupted', 'warn'],
}

/** The state of a span or run, in one word. */
export function StatePill({ state }: { state: SpanState | RunStatus }) {
  const [word, tone] = words[state]
  return <Pill tone={tone}>{word}</Pill>
}

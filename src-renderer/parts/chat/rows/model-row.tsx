import { ChevronRight, CircleX, RotateCw } from 'lucide-react'
import { formatDuration } from '../../../../src-shared/base/format.ts'
import type { ModelSpan } from '../../../../src-shared/run/view/run-view.ts'
import { draftSubject } from '../../../run/tool-subject.ts'
import { useRunMs } from '../../../run/use-run-ms.ts'
import { setOpen, useOpen } from '../../../stores/session/chat-store.ts'
import { StreamedMarkdown } from '../../../widgets/markdown/markdown.tsx'
import { Elapsed } from '../elapsed.tsx'
import { modelReasoning, modelText, thinkingMs } from './model-text.ts'

/** A model's answer: its thinking folded, its text as it streams, and the calls it is writing. */
export function ModelRow({ runId, span }: { readonly runId: string; readonly span: ModelSpan }) {
  const running = span.endMs === null
  const text = modelText(span)
  const reasoning = modelReasoning(span)
  const waiting = running && text === '' && reasoning === '' && span.drafts.length === 0
  return (
    <div className="chat-model">
      {span.retries.map((retry) => (
        <p key={retry.attempt} className="chat-note warn">
          <RotateCw size={13} aria-hidden="true" />
          {running ? 'Trying again in' : 'Tried again after'} {formatDuration(retry.waitMs)}: {retry.failure.message}
        </p>
      ))}
      {reasoning.trim() !== '' && <Reasoning runId={runId} span={span} />}
      {text.trim() !== '' && <StreamedMarkdown text={text} streaming={running} />}
      {running &&
        span.drafts.map((draft, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: calls are written one after the other.
          <Draft key={index} tool={draft.tool} text={draft.text} />
        ))}
      {waiting && <Waiting runId={runId} span={span} />}
      {span.state === 'failed' && span.failure !== null && (
        <p className="chat-note bad">
          <CircleX size={13} aria-hidden="true" />
          {span.failure.message}
        </p>
      )}
      {span.state === 'interrupted' && (
        <p className="chat-note">
          {text.trim() === '' ? 'It was stopped before an answer came.' : 'The answer was cut off here.'}
        </p>
      )}
    </div>
  )
}

function Waiting({ runId, span }: { readonly runId: string; readonly span: ModelSpan }) {
  const { now, still } = useRunMs(runId)
  return (
    <p className="chat-note live">
      <i className="chat-pulse" aria-hidden="true" />
      Waiting for {span.bound.model} <Elapsed ms={now - span.startMs} still={still} />
    </p>
  )
}

function Draft({ tool, text }: { readonly tool: string; readonly text: string }) {
  return (
    <p className="chat-note live">
      <i className="chat-pulse" aria-hidden="true" />
      Writing <b>{tool}</b> <code>{draftSubject(text)}</code>
    </p>
  )
}

function Reasoning({ runId, span }: { readonly runId: string; readonly span: ModelSpan }) {
  const key = `${runId}:${span.path}:reasoning`
  const open = useOpen(key, false)
  const thinking = span.endMs === null && span.text === '' && span.drafts.length === 0
  return (
    <div className="chat-reasoning">
      <button type="button" className="chat-fold" aria-expanded={open} onClick={() => setOpen(key, !open)}>
        <ChevronRight size={14} aria-hidden="true" />
        {thinking ? 'Thinking' : 'Thought'}
        {thinking && <i className="chat-pulse" aria-hidden="true" />}
        {!thinking && <span className="figure">{thoughtFor(span)}</span>}
      </button>
      {open && (
        <div className="chat-thought">
          <StreamedMarkdown text={modelReasoning(span)} streaming={thinking} />
        </div>
      )}
    </div>
  )
}

function thoughtFor(span: ModelSpan): string {
  const ms = thinkingMs(span)
  return ms === null || ms < 1 ? '' : `for about ${formatDuration(ms)}`
}

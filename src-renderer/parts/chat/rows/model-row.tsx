import { ChevronRight, CircleX } from 'lucide-react'
import { formatDuration } from '../../../../src-shared/base/format.ts'
import { draftSubject } from '../../../../src-shared/run/tool-subject.ts'
import type { ModelSpan } from '../../../../src-shared/run/view/run-view.ts'
import type { ModelProfile } from '../../../../src-shared/settings/settings.ts'
import { useRunMs } from '../../../run/use-run-ms.ts'
import { useRuns } from '../../../stores/runs/run-store.ts'
import { valueOr } from '../../../stores/server-cache/loadable.ts'
import { useSettings } from '../../../stores/server-cache/settings-store.ts'
import { setOpen, useOpen } from '../../../stores/session/chat-store.ts'
import { StreamedMarkdown } from '../../../widgets/markdown/markdown.tsx'
import { Elapsed } from '../elapsed.tsx'
import { isCutAnswer, modelReasoning, modelText, thinkingMs } from './model-text.ts'
import { Retries } from './retries.tsx'

/** A model's answer: its thinking, folded, its text as it streams, and the tool calls it is writing. */
export function ModelRow({ runId, span }: { readonly runId: string; readonly span: ModelSpan }) {
  const running = span.endMs === null
  // The failure that ended the run is shown once, at the run's end.
  const ofRun = useRuns(({ views }) => views[runId]?.failure?.message)
  const text = modelText(span)
  const reasoning = modelReasoning(span)
  const cut = isCutAnswer(span)
  const waiting = running && text === '' && reasoning === '' && span.drafts.length === 0
  return (
    <div className="chat-model">
      {span.retries.length > 0 && <Retries runId={runId} span={span} />}
      {reasoning.trim() !== '' && <Reasoning runId={runId} span={span} />}
      {text.trim() !== '' && (cut ? <CutText text={text} /> : <StreamedMarkdown text={text} streaming={running} />)}
      {running &&
        span.drafts.map((draft, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: calls are only appended.
          <Draft key={index} tool={draft.tool} text={draft.text} />
        ))}
      {/* The line of the retries counts down to the next one, and then up. */}
      {waiting && span.retries.length === 0 && <Waiting runId={runId} span={span} />}
      {span.state === 'failed' && span.failure !== null && span.failure.message !== ofRun && (
        <p className="chat-note bad">
          <CircleX size={13} aria-hidden="true" />
          {span.failure.message}
        </p>
      )}
      {cut && <CutMark runId={runId} span={span} />}
      {!cut && span.state === 'interrupted' && <p className="chat-note">Stopped before the model answered.</p>}
    </div>
  )
}

/** What was written of an answer that broke off; it stays where it was. */
function CutText({ text }: { readonly text: string }) {
  return (
    <div className="chat-cut">
      <StreamedMarkdown text={text} streaming={false} />
    </div>
  )
}

/** Where the answer broke off, and why. */
function CutMark({ runId, span }: { readonly runId: string; readonly span: ModelSpan }) {
  const status = useRuns(({ views }) => views[runId]?.status)
  const here =
    span.state === 'failed'
      ? 'The answer broke off here.'
      : status === 'aborted'
        ? 'Stopped here.'
        : status === 'interrupted'
          ? 'Interrupted here.'
          : 'The answer was cut off here.'
  return (
    <p className="chat-note chat-cut-mark">
      {here}
      {span.text.trim() === '' && ' The model was still thinking.'}
    </p>
  )
}

function Waiting({ runId, span }: { readonly runId: string; readonly span: ModelSpan }) {
  const { now, still } = useRunMs(runId)
  const limit = useSettings((state) => silenceLimit(valueOr(state.profiles, null)?.profiles, span.bound.profileId))
  return (
    <p className="chat-note live">
      <i className="chat-pulse" aria-hidden="true" />
      <span>
        Waiting for {span.bound.model} <Elapsed ms={now - span.startMs} still={still} />
        {limit !== null && ` · times out after ${formatDuration(limit)} of silence`}
      </span>
    </p>
  )
}

/** The endpoint's silence limit, ms; null if the model profile no longer exists. */
const silenceLimit = (profiles: readonly Pick<ModelProfile, 'id' | 'idleLimitMs'>[] | undefined, id: string) =>
  profiles?.find((profile) => profile.id === id)?.idleLimitMs ?? null

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

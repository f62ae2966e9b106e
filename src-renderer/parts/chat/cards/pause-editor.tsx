import { assertNever } from '../../../../src-shared/base/assert-never.ts'
import type { PausedContent } from '../../../../src-shared/run/debug/pause-events.ts'
import { contentText, type PauseDraft } from '../../../run/pause-edit.ts'
import { TextArea } from '../../../widgets/controls/text-area.tsx'
import { EditedCalls } from '../../edited-calls/edited-calls.tsx'

interface Props {
  readonly content: PausedContent
  readonly draft: PauseDraft
  readonly problem: string | undefined
  readonly onChange: (draft: PauseDraft) => void
}

/** The editor at a pause: the step as JSON, or an answer in its place; a model’s may hold tool calls. */
export function PauseEditor({ content, draft, problem, onChange }: Props) {
  switch (draft.editing) {
    case 'no':
      return problem === undefined ? null : <p className="chat-note bad">{problem}</p>
    case 'step': {
      const text = draft.text ?? contentText(content) ?? ''
      return (
        <TextArea
          label="The step as it will be performed"
          hint={content.kind === 'request' ? 'JSON. tools: any of those that are offered now.' : 'JSON.'}
          problem={problem}
          mono
          rows={rowsFor(text)}
          value={text}
          onChange={(event) => onChange({ editing: 'step', text: event.target.value })}
        />
      )
    }
    case 'answer':
      return (
        <>
          <TextArea
            label="Your answer in place of the step"
            problem={problem}
            mono={content.kind !== 'request'}
            rows={4}
            value={draft.text}
            onChange={(event) => onChange({ ...draft, text: event.target.value })}
          />
          {content.kind === 'request' && content.offered.length > 0 && (
            <EditedCalls
              calls={draft.calls}
              tools={content.offered}
              onChange={(calls) => onChange({ ...draft, calls })}
            />
          )}
        </>
      )
    default:
      return assertNever(draft)
  }
}

const rowsFor = (text: string): number => Math.min(14, Math.max(4, text.split('\n').length))

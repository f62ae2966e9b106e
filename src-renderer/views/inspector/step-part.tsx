import { formatDuration } from '../../../src-shared/base/format.ts'
import type { Json } from '../../../src-shared/base/json.ts'
import { formatWorkingTime } from '../../../src-shared/run/time/run-time.ts'
import { spanTime } from '../../../src-shared/run/time/work-times.ts'
import type { StepSpan } from '../../../src-shared/run/view/run-view.ts'
import { phaseOf, spanLabel } from '../../run/span-names.ts'
import { FailureAlert } from '../../widgets/feedback/alert.tsx'
import { KeyValues } from '../../widgets/key-values.tsx'
import { PromptSections, promptFacts, UpdateSections } from './agent-parts.tsx'
import styles from './inspector.module.css'
import { LongText } from './long-text.tsx'
import type { PartProps } from './part-props.ts'
import { Section } from './section.tsx'

/** Questions, checks, snapshots, notes: the request and its result. */
export function StepPart({ view, span }: PartProps<StepSpan>) {
  const phase = phaseOf(view, span)
  return (
    <>
      {span.failure !== null && (
        <div className={styles.alert}>
          <FailureAlert failure={span.failure} />
        </div>
      )}
      <div className={styles.facts}>
        <KeyValues
          rows={[
            ['Phase', phase === null ? null : spanLabel(phase)],
            ['Started', <span key="started" className="figure">{`+${formatDuration(span.startMs)}`}</span>],
            [
              'Took',
              <span key="took" className="figure">
                {formatWorkingTime(spanTime(view, span, view.lastMs))}
              </span>,
            ],
            ['Exit code', exitCodeOf(span.answer)],
            ...(span.step === 'prompt-agent' ? promptFacts(view, span) : []),
          ]}
        />
      </div>
      <Sections view={view} span={span} />
    </>
  )
}

function Sections({ view, span }: Omit<PartProps<StepSpan>, 'run'>) {
  const [asked, answered] = titles[span.step]
  if (span.step === 'prompt-agent') return <PromptSections view={view} span={span} />
  if (span.step === 'agent-update') return <UpdateSections span={span} />
  return (
    <>
      <Section title={asked} copy={textOf(span.ask)}>
        <LongText text={textOf(span.ask)} />
      </Section>
      {span.endMs !== null && span.answer !== null && (
        <Section title={answered} copy={textOf(span.answer)}>
          <LongText text={textOf(span.answer)} />
        </Section>
      )}
    </>
  )
}

const titles: { readonly [step in StepSpan['step']]: readonly [string, string] } = {
  'ask-user': ['Question', 'Answer'],
  snapshot: ['Snapshot', 'Snapshot id'],
  restore: ['Restored', 'Result'],
  changes: ['Compared', 'Changes'],
  check: ['Check', 'Result'],
  random: ['Chance', 'Number'],
  'read-clock': ['Clock', 'Time'],
  inbox: ['Queued messages', 'Messages'],
  note: ['Note', 'Result'],
  hook: ['Hook', 'Result'],
  'prompt-agent': ['Prompt', 'Result'],
  'agent-update': ['Reported', 'Text'],
}

/** A single text is shown as it is; anything else as JSON, with long texts separately. */
function textOf(value: Json): string {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return JSON.stringify(value, null, 2)
  const fields = Object.entries(value)
  const [only] = fields
  if (fields.length === 1 && only !== undefined) return textOf(only[1])
  return fields
    .map(([name, field]) => `${name}: ${typeof field === 'string' ? field : JSON.stringify(field, null, 2)}`)
    .join('\n')
}

function exitCodeOf(answer: Json): string | null {
  if (typeof answer !== 'object' || answer === null || !('exitCode' in answer)) return null
  return typeof answer.exitCode === 'number' ? `${answer.exitCode}` : 'none (the command was stopped)'
}

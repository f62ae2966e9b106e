import { formatDuration } from '../../../src-shared/base/format.ts'
import type { LoggedEdit } from '../../../src-shared/run/debug/pause-events.ts'
import { editText, reasonText } from '../../../src-shared/run/debug/pause-text.ts'
import type { PlannedStep } from '../../../src-shared/run/leaf-starts.ts'
import type { Pause } from '../../../src-shared/run/view/run-view.ts'
import { KeyValues } from '../../widgets/key-values.tsx'
import styles from './inspector.module.css'
import { LongText } from './long-text.tsx'
import { prettyJson } from './pretty-json.ts'
import { Section } from './section.tsx'

/** The pause before a step: why, from which line, and what the user changed, before and after. */
export function PausePart({ pause }: { readonly pause: Pause }) {
  const { reason, source, answer, askedMs, step, limits } = pause
  const edit = answer?.edit ?? null
  const waited = answer === null ? 'Waiting for you' : formatDuration(answer.ms - askedMs)
  const line = source === null ? [] : [['Source', `${source.file}:${source.line}`] as const]
  return (
    <Section title="Pause">
      <div className={styles.facts}>
        <KeyValues rows={[['Reason', reasonText(reason)], ['Paused', waited], ...line]} />
      </div>
      {source !== null && <LongText text={source.text.trim()} />}
      {edit !== null && <Edited edit={edit} before={beforeText(step, limits)} />}
    </Section>
  )
}

function Edited({ edit, before }: { readonly edit: LoggedEdit; readonly before: string | null }) {
  return (
    <>
      <p className={styles.quiet}>{editText(edit)}</p>
      {before !== null && <LongText text={`Before\n${before}`} />}
      <LongText text={`After\n${afterText(edit)}`} />
    </>
  )
}

/** The limits only if there are any. */
function callText(given: string, limits: Pause['limits']): string {
  const isFree = limits === null || (limits.writable === null && limits.readOnly.length === 0)
  return isFree ? prettyJson(given) : `${prettyJson(given)}\n${prettyJson(JSON.stringify({ limits }))}`
}

function beforeText(step: PlannedStep, limits: Pause['limits']): string | null {
  if (step.type === 'tool-start') return callText(step.call.arguments, limits)
  return step.type === 'step-start' ? prettyJson(JSON.stringify(step.ask)) : null
}

function afterText(edit: LoggedEdit): string {
  switch (edit.kind) {
    case 'request':
      return 'The request as it was sent is under Request.'
    case 'call':
      return callText(edit.arguments, edit.limits)
    case 'ask':
      return prettyJson(JSON.stringify(edit.ask))
    case 'answer':
      return edit.answer.text
  }
}

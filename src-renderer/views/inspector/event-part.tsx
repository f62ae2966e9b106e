import { formatDuration } from '../../../src-shared/base/format.ts'
import type { NoticeSpan, UnknownSpan } from '../../../src-shared/run/view/run-view.ts'
import { Alert } from '../../widgets/feedback/alert.tsx'
import { KeyValues } from '../../widgets/key-values.tsx'
import styles from './inspector.module.css'
import { LongText } from './long-text.tsx'
import type { PartProps } from './part-props.ts'
import { prettyJson } from './pretty-json.ts'
import { Section } from './section.tsx'

/** A notice, or an event that a newer version of the app wrote. */
export function EventPart({ span }: PartProps<NoticeSpan | UnknownSpan>) {
  return (
    <>
      {span.kind === 'notice' && <Alert level={span.level} message={span.text} bare />}
      <div className={styles.facts}>
        <KeyValues rows={[['At', <span key="at" className="figure">{`+${formatDuration(span.startMs)}`}</span>]]} />
      </div>
      {span.kind === 'unknown' && (
        <Section title="As it stands in the log" copy={span.raw}>
          <p className={styles.quiet}>A newer version of Stratagem wrote this. It is kept as it is.</p>
          <LongText text={prettyJson(span.raw)} />
        </Section>
      )}
    </>
  )
}

import { formatDuration } from '../../../src-shared/base/format.ts'
import { editTexts } from '../../../src-shared/run/debug/edit-texts.ts'
import type { LoggedEdit } from '../../../src-shared/run/debug/pause-events.ts'
import { editText, reasonText } from '../../../src-shared/run/debug/pause-text.ts'
import type { Pause } from '../../../src-shared/run/view/run-view.ts'
import { useAnswer } from '../../stores/server-cache/use-answer.ts'
import { TextDiff } from '../../widgets/diff/text-diff.tsx'
import { KeyValues } from '../../widgets/key-values.tsx'
import styles from './inspector.module.css'
import { LongText } from './long-text.tsx'
import { Section } from './section.tsx'

interface Props {
  readonly runId: string
  readonly path: string
  readonly pause: Pause
}

/** The pause before a step: why, from which line, and what the user changed, as a diff. */
export function PausePart({ runId, path, pause }: Props) {
  const { reason, source, answer, askedMs } = pause
  const edit = answer?.edit ?? null
  const waited = answer === null ? 'Waiting for you' : formatDuration(answer.ms - askedMs)
  const place = source === null ? [] : [['Source', 'unknown' in source ? source.unknown : lineOf(source)] as const]
  return (
    <>
      <Section title="Pause">
        <KeyValues rows={[['Reason', reasonText(reason)], ['Paused', waited], ...place]} />
        {source !== null && !('unknown' in source) && <LongText text={source.text.trim()} />}
      </Section>
      {edit?.kind === 'request' && <EditedRequest {...{ runId, path, pause, edit }} />}
      {edit !== null && edit.kind !== 'request' && <Edited pause={pause} edit={edit} texts={null} />}
    </>
  )
}

const lineOf = ({ file, line }: { readonly file: string; readonly line: number }) => `${file}:${line}`

/** Both requests are bodies of the log. */
function EditedRequest({ runId, path, ...rest }: Props & { readonly edit: LoggedEdit }) {
  const { answer } = useAnswer('pause-edited', { runId, path })
  return <Edited {...rest} texts={answer.state === 'ready' ? answer.value : null} />
}

interface EditedProps {
  readonly pause: Pause
  readonly edit: LoggedEdit
  readonly texts: Parameters<typeof editTexts>[2]
}

function Edited({ pause, edit, texts }: EditedProps) {
  const shown = editTexts(pause, edit, texts)
  return (
    <Section title={editText(edit)} copy={shown?.after}>
      {shown !== null && shown.before !== null && (
        <>
          <p className={styles.quiet}>Removed: as the strategy asked for it. Added: as it was performed.</p>
          <TextDiff before={shown.before} after={shown.after} />
        </>
      )}
      {shown !== null && shown.before === null && <LongText text={shown.after} />}
    </Section>
  )
}

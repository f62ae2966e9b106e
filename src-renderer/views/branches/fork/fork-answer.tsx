import { EditedCalls } from '../../../parts/edited-calls/edited-calls.tsx'
import { TextArea } from '../../../widgets/controls/text-area.tsx'
import styles from './fork.module.css'
import type { ForkDraft, ForkSpan } from './fork-draft.ts'
import { RadioChoice } from './radio-choice.tsx'

interface Props {
  readonly span: ForkSpan
  readonly draft: ForkDraft
  readonly onChange: (part: Partial<ForkDraft>) => void
}

/** Chooses whether the step is performed again, or the run continues with an answer written by hand. */
export function ForkAnswer({ span, draft, onChange }: Props) {
  const isModel = span.kind === 'model'
  return (
    <>
      <RadioChoice
        legend="This step"
        value={draft.step}
        choices={[
          { value: 'anew', label: 'Repeat this step', hint: isModel ? 'Asks the model again' : 'Runs the tool again' },
          {
            value: 'answered',
            label: isModel ? 'Use an edited answer' : 'Use an edited result',
            hint: isModel ? 'Does not ask the model' : 'Does not run the tool',
          },
        ]}
        onChange={(step) => onChange({ step })}
      />
      {draft.step === 'answered' && (
        <div className={styles.answer}>
          <TextArea
            label={isModel ? 'Answer' : 'Result'}
            mono={!isModel}
            rows={Math.min(12, Math.max(4, draft.text.split('\n').length))}
            value={draft.text}
            onChange={(event) => onChange({ text: event.target.value })}
          />
          {isModel && <EditedCalls calls={draft.calls} onChange={(calls) => onChange({ calls })} />}
        </div>
      )}
    </>
  )
}

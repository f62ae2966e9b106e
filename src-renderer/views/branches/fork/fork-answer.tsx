import { Plus, Trash2 } from 'lucide-react'
import { Button } from '../../../widgets/controls/button.tsx'
import { IconButton } from '../../../widgets/controls/icon-button.tsx'
import { TextArea } from '../../../widgets/controls/text-area.tsx'
import { TextField } from '../../../widgets/controls/text-field.tsx'
import styles from './fork.module.css'
import { callProblem, type DraftCall, type ForkDraft, type ForkSpan } from './fork-draft.ts'
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
          {isModel && <Calls calls={draft.calls} onChange={(calls) => onChange({ calls })} />}
        </div>
      )}
    </>
  )
}

interface CallsProps {
  readonly calls: readonly DraftCall[]
  readonly onChange: (calls: readonly DraftCall[]) => void
}

function Calls({ calls, onChange }: CallsProps) {
  const set = (key: number, part: Partial<DraftCall>) =>
    onChange(calls.map((call) => (call.key === key ? { ...call, ...part } : call)))
  const next = calls.reduce((most, call) => Math.max(most, call.key), -1) + 1
  return (
    <>
      {calls.map((call, index) => (
        <CallFields
          key={call.key}
          call={call}
          number={index + 1}
          onChange={(part) => set(call.key, part)}
          onRemove={() => onChange(calls.filter((each) => each.key !== call.key))}
        />
      ))}
      <div>
        <Button
          small
          look="quiet"
          icon={<Plus aria-hidden="true" />}
          onClick={() => onChange([...calls, { key: next, tool: '', arguments: '{}' }])}
        >
          Add a tool call
        </Button>
      </div>
    </>
  )
}

interface CallFieldsProps {
  readonly call: DraftCall
  readonly number: number
  readonly onChange: (part: Partial<DraftCall>) => void
  readonly onRemove: () => void
}

function CallFields({ call, number, onChange, onRemove }: CallFieldsProps) {
  const lines = call.arguments.split('\n').length
  return (
    // biome-ignore lint/a11y/useSemanticElements: the legend of a fieldset would be drawn in its border
    <div className={styles.call} role="group" aria-label={`Tool call ${number}`}>
      <div className={styles.callHead}>
        <TextField
          label={`Tool of call ${number}`}
          value={call.tool}
          onChange={(event) => onChange({ tool: event.target.value })}
        />
        <IconButton small label={`Remove call ${number}`} onClick={onRemove}>
          <Trash2 aria-hidden="true" />
        </IconButton>
      </div>
      <TextArea
        label={`Arguments of call ${number}`}
        mono
        rows={Math.min(10, Math.max(2, lines))}
        value={call.arguments}
        problem={callProblem(call)}
        onChange={(event) => onChange({ arguments: event.target.value })}
      />
    </div>
  )
}

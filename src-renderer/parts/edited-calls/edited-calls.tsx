import { Plus, Trash2 } from 'lucide-react'
import { callProblem, type DraftCall } from '../../run/draft-call.ts'
import { Button } from '../../widgets/controls/button.tsx'
import { IconButton } from '../../widgets/controls/icon-button.tsx'
import { Select } from '../../widgets/controls/select.tsx'
import { TextArea } from '../../widgets/controls/text-area.tsx'
import { TextField } from '../../widgets/controls/text-field.tsx'
import styles from './edited-calls.module.css'

interface Props {
  readonly calls: readonly DraftCall[]
  /** The tools that are offered, to choose from; left out: any name. */
  readonly tools?: readonly string[]
  readonly onChange: (calls: readonly DraftCall[]) => void
}

/** The tool calls of an answer that a person writes. */
export function EditedCalls({ calls, tools = [], onChange }: Props) {
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
          tools={tools}
          onChange={(part) => set(call.key, part)}
          onRemove={() => onChange(calls.filter((each) => each.key !== call.key))}
        />
      ))}
      <div>
        <Button
          small
          look="quiet"
          icon={<Plus aria-hidden="true" />}
          onClick={() => onChange([...calls, { key: next, tool: tools[0] ?? '', arguments: '{}' }])}
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
  readonly tools: readonly string[]
  readonly onChange: (part: Partial<DraftCall>) => void
  readonly onRemove: () => void
}

function CallFields({ call, number, tools, onChange, onRemove }: CallFieldsProps) {
  const lines = call.arguments.split('\n').length
  return (
    // biome-ignore lint/a11y/useSemanticElements: the legend of a fieldset would be drawn in its border
    <div className={styles.call} role="group" aria-label={`Tool call ${number}`}>
      <div className={styles.callHead}>
        {tools.length === 0 ? (
          <TextField
            label={`Tool of call ${number}`}
            value={call.tool}
            onChange={(event) => onChange({ tool: event.target.value })}
          />
        ) : (
          <Select
            name={`Tool of call ${number}`}
            value={call.tool}
            choices={tools.map((tool) => ({ value: tool, label: tool }))}
            onChange={(tool) => onChange({ tool })}
          />
        )}
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

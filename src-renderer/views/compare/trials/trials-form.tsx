import { shortenMiddle } from '../../../../src-shared/base/format.ts'
import type { KeptTask } from '../../../../src-shared/comparison/comparison-batch.ts'
import { useBatches } from '../../../stores/server-cache/batches.ts'
import { valueOr } from '../../../stores/server-cache/loadable.ts'
import { Switch } from '../../../widgets/controls/switch.tsx'
import { TextField } from '../../../widgets/controls/text-field.tsx'
import compare from '../compare.module.css'
import styles from './trials.module.css'

/** How many trials, and of what beside the message. One repeat of the message alone is a comparison side by side. */
export interface TrialsDraft {
  readonly repeats: number
  readonly parallel: number
  readonly stopEarly: boolean
  /** Ids of kept tasks. */
  readonly more: readonly string[]
}
export const oneTrial: TrialsDraft = { repeats: 1, parallel: 1, stopEarly: false, more: [] }
export const isMany = ({ repeats, more }: TrialsDraft): boolean => repeats > 1 || more.length > 0

const noTasks: readonly KeptTask[] = []

interface Props {
  readonly draft: TrialsDraft
  readonly change: (draft: TrialsDraft) => void
}

export function TrialsForm({ draft, change }: Props) {
  const tasks = useBatches((state) => valueOr(state.tasks, noTasks))
  const put = (part: Partial<TrialsDraft>) => change({ ...draft, ...part })
  const many = isMany(draft)
  const toggle = (id: string, on: boolean) =>
    put({ more: on ? [...draft.more, id] : draft.more.filter((each) => each !== id) })
  return (
    <fieldset className={compare.group}>
      <legend>Trials</legend>
      <div className={compare.pair}>
        <Count
          label="Repeats of every task"
          hint="More than one, or more tasks, makes trials: each lane tries every task as often, and the check judges."
          value={draft.repeats}
          most={1000}
          onChange={(repeats) => put({ repeats })}
        />
        <Count
          label="Trials at the same time"
          disabled={!many}
          value={draft.parallel}
          most={16}
          onChange={(parallel) => put({ parallel })}
        />
      </div>
      <Switch
        label="Stop as soon as it is decided"
        hint="The stated rate of errors holds however often it is looked at."
        disabled={!many}
        checked={draft.stopEarly}
        onChange={(stopEarly) => put({ stopEarly })}
      />
      {tasks.length > 0 && (
        <fieldset className={styles.tasks}>
          <legend className={compare.fieldLabel}>Also these tasks</legend>
          {tasks.map((task) => (
            <label key={task.id}>
              <input
                type="checkbox"
                checked={draft.more.includes(task.id)}
                onChange={(event) => toggle(task.id, event.target.checked)}
              />{' '}
              {shortenMiddle(task.name, 80)}
            </label>
          ))}
        </fieldset>
      )}
    </fieldset>
  )
}

function Count(props: {
  readonly label: string
  readonly hint?: string
  readonly disabled?: boolean
  readonly value: number
  readonly most: number
  readonly onChange: (value: number) => void
}) {
  return (
    <TextField
      label={props.label}
      hint={props.hint}
      disabled={props.disabled}
      type="number"
      min={1}
      max={props.most}
      defaultValue={props.value}
      onChange={(event) => {
        const typed = event.target.valueAsNumber
        if (Number.isInteger(typed) && typed >= 1) props.onChange(Math.min(props.most, typed))
      }}
    />
  )
}

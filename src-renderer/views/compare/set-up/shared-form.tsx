import type { ApprovalMode } from '../../../../src-shared/model/tool.ts'
import type { WorkMode } from '../../../../src-shared/strategy/task.ts'
import type { DependencyWay } from '../../../../src-shared/workspace/workspace.ts'
import { modeChoices, useApprovalChoices } from '../../../parts/choices/approval-choice.ts'
import type { SharedDraft } from '../../../parts/lanes/lane-drafts.ts'
import { valueOr } from '../../../stores/server-cache/loadable.ts'
import { useAnswer } from '../../../stores/server-cache/use-answer.ts'
import { type Choice, Select } from '../../../widgets/controls/select.tsx'
import { TextArea } from '../../../widgets/controls/text-area.tsx'
import { TextField } from '../../../widgets/controls/text-field.tsx'
import styles from '../compare.module.css'
import { scoreProblem } from './lanes-asked.ts'

const dependencyChoices: readonly Choice<DependencyWay>[] = [
  { value: 'clone', label: 'Cloned', summary: 'A copy of each, at once where the disk can clone' },
  { value: 'link', label: 'Linked', summary: 'Quick everywhere; read-only, or shared where nothing confines lanes' },
  { value: 'none', label: 'Left behind', summary: 'As after a fresh checkout' },
]
const orderChoices: readonly Choice<SharedDraft['order']>[] = [
  { value: 'parallel', label: 'At the same time' },
  { value: 'in-turn', label: 'One after another', summary: 'For an endpoint that cannot take both' },
]
const betterChoices: readonly Choice<SharedDraft['better']>[] = [
  { value: 'higher', label: 'Higher is better' },
  { value: 'lower', label: 'Lower is better' },
]

interface Props {
  readonly draft: SharedDraft
  readonly change: (part: Partial<SharedDraft>) => void
  readonly approval: ApprovalMode
  readonly mode: WorkMode
  readonly onApproval: (approval: ApprovalMode) => void
  readonly onMode: (mode: WorkMode) => void
}

/** What is alike in all lanes, and how they are judged. */
export function SharedForm({ draft, change, approval, mode, onApproval, onMode }: Props) {
  const approvalChoices = useApprovalChoices()
  return (
    <div className={styles.shared}>
      <fieldset className={styles.group}>
        <legend>Judge</legend>
        <TextField
          label="Check command"
          mono
          placeholder="npm test"
          hint="Runs in each lane’s copy when it has ended; exit code 0 is success."
          value={draft.checkCommand}
          onChange={(event) => change({ checkCommand: event.target.value })}
        />
        <div className={styles.pair}>
          <TextField
            label="Score pattern"
            mono
            placeholder="(\d+) passed"
            hint="A regular expression with one group; its last match is the score."
            problem={scoreProblem(draft)}
            disabled={draft.checkCommand.trim() === ''}
            value={draft.scorePattern}
            onChange={(event) => change({ scorePattern: event.target.value })}
          />
          <Labelled words="Score">
            <Select
              name="Which score is better"
              value={draft.better}
              choices={betterChoices}
              disabled={draft.scorePattern.trim() === ''}
              onChange={(better) => change({ better })}
            />
          </Labelled>
        </div>
        <TextArea
          label="Rubric for an evaluator"
          rows={2}
          placeholder="What makes one result better than another"
          hint="The role evaluator’s model reads the lanes’ results, blind and in both orders."
          value={draft.rubric}
          onChange={(event) => change({ rubric: event.target.value })}
        />
      </fieldset>
      <fieldset className={styles.group}>
        <legend>Work</legend>
        <div className={styles.pair}>
          <Labelled words="Lanes run">
            <Select
              name="Lanes run"
              value={draft.order}
              choices={orderChoices}
              onChange={(order) => change({ order })}
            />
          </Labelled>
          <Labelled words="Dependency folders">
            <Select
              name="Dependency folders"
              value={draft.dependencies}
              choices={dependencyChoices}
              onChange={(dependencies) => change({ dependencies })}
            />
          </Labelled>
        </div>
        <div className={styles.pair}>
          <Labelled words="Approval">
            <Select name="Approval" value={approval} choices={approvalChoices} onChange={onApproval} />
          </Labelled>
          <Labelled words="Mode">
            <Select name="Mode" value={mode} choices={modeChoices} onChange={onMode} />
          </Labelled>
        </div>
        <TextField
          label="Set-up command"
          mono
          placeholder="npm ci"
          hint="Runs in each copy before its lane begins."
          value={draft.setUpCommand}
          onChange={(event) => change({ setUpCommand: event.target.value })}
        />
        <Confined />
      </fieldset>
    </div>
  )
}

/** Whether "in its own copy" holds for commands too, on this computer. */
function Confined() {
  const means = valueOr(useAnswer('command-means', {}).answer, null)
  if (means === null) return null
  return (
    <p className={styles.note} role="note">
      {means.confines
        ? 'A lane’s commands can write in its own copy, its own temporary folder and the caches of package managers only.'
        : `Each lane works in its own copy, but nothing keeps its commands there. ${means.words}`}
    </p>
  )
}

function Labelled({ words, children }: { readonly words: string; readonly children: React.ReactNode }) {
  return (
    <div className={styles.labelled}>
      <span className={styles.fieldLabel} aria-hidden="true">
        {words}
      </span>
      {children}
    </div>
  )
}

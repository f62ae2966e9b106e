import { FileCheck, Scale, TriangleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { KeptTask } from '../../../../src-shared/comparison/comparison-batch.ts'
import type { TestCommand } from '../../../../src-shared/comparison/test-command.ts'
import type { CheckedDraft, SharedDraft } from '../../../parts/lanes/lane-drafts.ts'
import { Button } from '../../../widgets/controls/button.tsx'
import { type Choice, Select } from '../../../widgets/controls/select.tsx'
import { TextArea } from '../../../widgets/controls/text-area.tsx'
import { TextField } from '../../../widgets/controls/text-field.tsx'
import { Pill } from '../../../widgets/pill.tsx'
import compare from '../compare.module.css'
import { tasksJudge } from './chosen-tasks.ts'
import { Labeled } from './labeled.tsx'
import { scoreProblem } from './lanes-request.ts'
import styles from './set-up.module.css'

const betterChoices: readonly Choice<SharedDraft['better']>[] = [
  { value: 'higher', label: 'Higher is better' },
  { value: 'lower', label: 'Lower is better' },
]

interface Props {
  /** Includes the proposed command, unless another one was entered. */
  readonly draft: CheckedDraft
  readonly change: (part: Partial<SharedDraft>) => void
  /** Null while it is being determined, and if there is none. */
  readonly found: TestCommand | null
}

interface JudgeRowProps extends Props {
  /** The saved tasks that are chosen: their own checks judge them. */
  readonly tasks: readonly KeptTask[]
  /** Whether the message is a task, too, which the command judges. */
  readonly hasMessage: boolean
}

/** How the lanes are judged: summarized in one line that opens for editing. */
export function JudgeRow({ tasks, hasMessage, ...props }: JudgeRowProps) {
  return (
    <section className={styles.setting} aria-label="How to judge">
      <h3>
        <Scale size={14} aria-hidden="true" />
        How to judge
      </h3>
      <div className={styles.settingBody}>
        {tasks.length > 0 && <TasksJudgeLine tasks={tasks} hasMessage={hasMessage} />}
        {(hasMessage || tasks.length === 0) && <CommandJudge {...props} hasTasks={tasks.length > 0} />}
      </div>
    </section>
  )
}

function TasksJudgeLine({ tasks, hasMessage }: Pick<JudgeRowProps, 'tasks' | 'hasMessage'>) {
  const { text, missing } = tasksJudge(tasks, hasMessage)
  return (
    <p className={styles.judge}>
      {text !== '' && `${text}.`}
      {missing !== null && <Missing>{missing}</Missing>}
    </p>
  )
}

const Missing = ({ children }: { readonly children: ReactNode }) => (
  <span className={styles.missing}>
    <TriangleAlert size={14} aria-hidden="true" />
    <span>{children}</span>
  </span>
)

function CommandJudge({ draft, change, found, hasTasks }: Props & { readonly hasTasks: boolean }) {
  const [wanted, want] = useState(false)
  // It stays open while something is invalid, so that it can be corrected.
  const open = wanted || scoreProblem(draft) !== null
  const command = draft.checkCommand.trim()
  return (
    <>
      <p className={styles.judge}>
        {hasTasks && 'The message: '}
        {command === '' ? (
          <Missing>
            {found === null ? 'No test command found' : 'No check'}: a run that completes counts as a success, whatever
            it did.
          </Missing>
        ) : (
          <>
            <code>{command}</code> must pass
            {command === found?.command && (
              <Pill tone="ok">
                <FileCheck size={12} aria-hidden="true" /> from {found.source}
              </Pill>
            )}
          </>
        )}
        {draft.rubric.trim() !== '' && ' · an evaluator judges by your rubric'}
        <span className={compare.gap} />
        <Button small look="quiet" aria-expanded={open} onClick={() => want(!open)}>
          {command === '' ? 'Set one…' : 'Change…'}
        </Button>
      </p>
      {open && <JudgeFields draft={draft} change={change} found={found} />}
    </>
  )
}

function JudgeFields({ draft, change, found }: Props) {
  return (
    <div className={styles.fields}>
      <TextField
        label="Check command"
        mono
        placeholder={found?.command ?? ''}
        hint="Runs in each lane’s copy after the agent finishes. Exit code 0 means success."
        value={draft.checkCommand}
        onChange={(event) => change({ checkCommand: event.target.value })}
      />
      <div className={compare.pair}>
        <TextField
          label="Score pattern"
          mono
          hint="A regular expression with one group, such as (\d+) points. The last match is the score."
          problem={scoreProblem(draft)}
          disabled={draft.checkCommand.trim() === ''}
          value={draft.scorePattern}
          onChange={(event) => change({ scorePattern: event.target.value })}
        />
        <Labeled words="Score">
          <Select
            name="Which score is better"
            value={draft.better}
            choices={betterChoices}
            disabled={draft.scorePattern.trim() === ''}
            onChange={(better) => change({ better })}
          />
        </Labeled>
      </div>
      <TextArea
        label="Rubric for an evaluator"
        rows={2}
        hint="What makes one result better than another. The evaluator model judges the results without knowing which lane is which, in both orders."
        value={draft.rubric}
        onChange={(event) => change({ rubric: event.target.value })}
      />
    </div>
  )
}

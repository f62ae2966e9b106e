import { ArrowLeft } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { AgentTest } from '../../../../src-shared/api/settings-requests.ts'
import { failureFrom } from '../../../../src-shared/base/failure.ts'
import type { AgentEntry } from '../../../../src-shared/settings/other-agents.ts'
import { ask } from '../../../host/host.ts'
import { Page, SwitchRow } from '../../../parts/settings/page.tsx'
import styles from '../../../parts/settings/settings.module.css'
import { Button } from '../../../widgets/controls/button.tsx'
import { TextArea } from '../../../widgets/controls/text-area.tsx'
import { TextField } from '../../../widgets/controls/text-field.tsx'
import { FailureAlert } from '../../../widgets/feedback/alert.tsx'
import { KeyValues } from '../../../widgets/key-values.tsx'
import { type AgentForm, type AgentProblems, formOf, readForm } from './agent-form.ts'

interface AgentEditorProps {
  readonly entry: AgentEntry
  /** Whether it is the user's own, and can be deleted. */
  readonly own: boolean
  readonly onSave: (entry: AgentEntry) => void
  readonly onDelete: () => void
  readonly onBack: () => void
}

export function AgentEditor({ entry, own, onSave, onDelete, onBack }: AgentEditorProps) {
  const [form, setForm] = useState(() => formOf(entry))
  const [problems, setProblems] = useState<AgentProblems>({})
  const [test, setTest] = useState<AgentTest | 'running' | null>(null)
  const set = (change: Partial<AgentForm>) => setForm({ ...form, ...change })
  const withEntry = (work: (read: AgentEntry) => void) => {
    const read = readForm(form)
    setProblems(read.ok ? {} : read.problems)
    if (read.ok) work(read.entry)
  }
  const tryOut = async (read: AgentEntry) => {
    setTest('running')
    const failed = (thrown: unknown) => ({ ok: false, failure: failureFrom(thrown) }) as const
    setTest(await ask('agent-test', { entry: read }).catch(failed))
  }
  const save = (event: FormEvent) => {
    event.preventDefault()
    withEntry(onSave)
  }
  return (
    <Page title={entry.name === '' ? 'New agent' : entry.name}>
      <form className={styles.editor} onSubmit={save} noValidate>
        <Fields form={form} problems={problems} set={set} />
        {test !== null &&
          test !== 'running' &&
          (test.ok ? <Found test={test} /> : <FailureAlert failure={test.failure} />)}
        <div className={`${styles.actions} ${styles.last}`}>
          <Button look="quiet" icon={<ArrowLeft aria-hidden="true" />} onClick={onBack}>
            Back
          </Button>
          {own && (
            <Button look="quiet" onClick={onDelete}>
              Delete
            </Button>
          )}
          <span className={styles.gap} />
          <Button disabled={test === 'running'} onClick={() => withEntry((read) => void tryOut(read))}>
            {test === 'running' ? 'Starting…' : 'Test'}
          </Button>
          <Button look="primary" type="submit">
            Save
          </Button>
        </div>
      </form>
    </Page>
  )
}

interface FieldsProps {
  readonly form: AgentForm
  readonly problems: AgentProblems
  readonly set: (change: Partial<AgentForm>) => void
}

function Fields({ form, problems, set }: FieldsProps) {
  return (
    <>
      <div className={styles.pair}>
        <TextField
          label="Name"
          value={form.name}
          problem={problems['name']}
          hint="What strategies call it"
          onChange={(event) => set({ name: event.target.value })}
        />
        <TextField
          label="Icon"
          value={form.icon}
          problem={problems['icon']}
          hint="An emoji or a letter or two"
          onChange={(event) => set({ icon: event.target.value })}
        />
      </div>
      <TextField
        label="Command"
        value={form.command}
        problem={problems['command']}
        hint="A program on the PATH, or its absolute path"
        onChange={(event) => set({ command: event.target.value })}
      />
      <TextArea
        label="Arguments"
        value={form.args}
        rows={2}
        problem={problems['args']}
        hint="One a line"
        onChange={(event) => set({ args: event.target.value })}
      />
      <TextArea
        label="Environment"
        value={form.env}
        rows={3}
        problem={problems['env']}
        hint="NAME=value, one a line. ${NAME} stands for a variable of your own environment: only so does the agent get a key."
        onChange={(event) => set({ env: event.target.value })}
      />
      <TextArea
        label="Its own folders"
        value={form.folders}
        rows={3}
        problem={problems['folders']}
        hint="Where it keeps its settings and sign-in, relative to your home folder, one a line. It may read and write these besides the project."
        onChange={(event) => set({ folders: event.target.value })}
      />
      <SwitchRow
        label="Network access"
        hint="Without it the agent reaches only what runs inside its own sandbox; most agents need it for their model."
        checked={form.network}
        onChange={(network) => set({ network })}
      />
    </>
  )
}

function Found({ test }: { readonly test: Extract<AgentTest, { ok: true }> }) {
  const rows = test.choices.map(({ name, current, values }): [string, string] => [
    name,
    `${current} (${values.length} offered: ${valueNames(values)})`,
  ])
  return (
    <section aria-label="Test result">
      <KeyValues
        rows={[
          ['Agent', `${test.name} ${test.version}`.trim() || 'It does not say its name.'],
          ['Can', test.abilities.join(', ') || 'start new sessions only'],
          ['Sign-in', test.signIns.join(', ') || null],
          ...rows,
        ]}
      />
    </section>
  )
}

const valueNames = (values: readonly { readonly id: string }[]): string =>
  values
    .slice(0, 8)
    .map(({ id }) => id)
    .join(', ') + (values.length > 8 ? ', …' : '')

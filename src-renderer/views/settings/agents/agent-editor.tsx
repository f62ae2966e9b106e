import { ArrowLeft } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { AgentTest } from '../../../../src-shared/api/settings-requests.ts'
import { failureFrom } from '../../../../src-shared/base/failure.ts'
import type { AgentEntry } from '../../../../src-shared/settings/other-agents.ts'
import { ask } from '../../../host/host.ts'
import { Page } from '../../../parts/settings/page.tsx'
import styles from '../../../parts/settings/settings.module.css'
import { Button } from '../../../widgets/controls/button.tsx'
import { AgentFields } from './agent-fields.tsx'
import { type AgentForm, type AgentProblems, formOf, readForm, withKeys } from './agent-form.ts'
import { AgentResult } from './agent-result.tsx'
import { AgentSignIn } from './agent-sign-in.tsx'

interface AgentEditorProps {
  readonly entry: AgentEntry
  /** Whether it is the user's own, and can be deleted. */
  readonly own: boolean
  readonly onSave: (entry: AgentEntry) => void
  readonly onDelete: () => void
  readonly onBack: () => void
}

type Tested = { readonly entry: AgentEntry; readonly test: AgentTest }

export function AgentEditor({ entry, own, onSave, onDelete, onBack }: AgentEditorProps) {
  const [form, setForm] = useState(() => formOf(entry))
  const [problems, setProblems] = useState<AgentProblems>({})
  const [tested, setTested] = useState<Tested | null>(null)
  const [running, setRunning] = useState<'test' | 'sign-in' | null>(null)
  const set = (change: Partial<AgentForm>) => setForm((before) => ({ ...before, ...change }))
  const withEntry = (work: (read: AgentEntry) => void) => {
    const read = readForm(form)
    setProblems(read.ok ? {} : read.problems)
    if (read.ok) work(read.entry)
  }
  /** @param method it signs in by this one first */
  const tryOut = async (read: AgentEntry, method: string | null) => {
    setRunning(method === null ? 'test' : 'sign-in')
    const failed = (thrown: unknown) => ({ ok: false, failure: failureFrom(thrown), signIns: [] }) as const
    const asked = method === null ? ask('agent-test', { entry: read }) : ask('agent-sign-in', { entry: read, method })
    setTested({ entry: read, test: await asked.catch(failed) })
    setRunning(null)
  }
  const save = (event: FormEvent) => {
    event.preventDefault()
    withEntry(onSave)
  }
  return (
    <Page title={entry.name === '' ? 'New agent' : entry.name}>
      <form className={styles.editor} onSubmit={save} noValidate>
        <AgentFields form={form} problems={problems} set={set} />
        {tested !== null && running !== 'test' && <AgentResult test={tested.test} />}
        {running === 'sign-in' && (
          <p role="status" className={styles.hint}>
            Waiting for the agent to sign you in, for at most 5 minutes…
          </p>
        )}
        {tested !== null && running !== 'test' && tested.test.signIns.length > 0 && (
          <AgentSignIn
            entry={tested.entry}
            methods={tested.test.signIns}
            disabled={running !== null}
            onSignIn={(method) => withEntry((read) => void tryOut(read, method))}
            onKeys={(variables) => set({ keys: withKeys(form.keys, variables) })}
          />
        )}
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
          <Button disabled={running !== null} onClick={() => withEntry((read) => void tryOut(read, null))}>
            {running === 'test' ? 'Starting…' : 'Test'}
          </Button>
          <Button look="primary" type="submit">
            Save
          </Button>
        </div>
      </form>
    </Page>
  )
}

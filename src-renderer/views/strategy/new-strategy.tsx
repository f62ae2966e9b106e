import { useState } from 'react'
import { toast } from 'sonner'
import type { Result } from '../../../src-shared/api/host-api.ts'
import { type Failure, failureFrom } from '../../../src-shared/base/failure.ts'
import { ask } from '../../host/host.ts'
import { toastOnFailure } from '../../stores/report.ts'
import { loadStrategies } from '../../stores/server-cache/settings-store.ts'
import { loadTrust, useTrust } from '../../stores/server-cache/trust-store.ts'
import { changeDraft, draftKey } from '../../stores/session/draft-store.ts'
import { closeOverlay } from '../../stores/session/layout-store.ts'
import { useWorkbench } from '../../stores/session/workbench-store.ts'
import { Button } from '../../widgets/controls/button.tsx'
import { Field } from '../../widgets/controls/field.tsx'
import { Select } from '../../widgets/controls/select.tsx'
import { TextField } from '../../widgets/controls/text-field.tsx'
import { Alert, FailureAlert } from '../../widgets/feedback/alert.tsx'
import { Dialog } from '../../widgets/overlays/dialog.tsx'
import styles from './new-strategy.module.css'

type Made = Result<'strategy-new'> & { readonly name: string }
type Home = 'user' | 'project'

/** Creates a strategy file from a template and shows its path. Dialog "New strategy". */
export function NewStrategy({ open }: { open: boolean }) {
  return (
    <Dialog
      open={open}
      onClose={closeOverlay}
      title="New strategy"
      description="A strategy is one TypeScript file. You start from a template that works."
      size="small"
    >
      {open && <Steps />}
    </Dialog>
  )
}

function Steps() {
  const [made, setMade] = useState<Made | null>(null)
  return made === null ? <NameForm onMade={setMade} /> : <WhereItIs made={made} />
}

function NameForm({ onMade }: { onMade: (made: Made) => void }) {
  const project = useWorkbench((state) => state.project)
  const [name, setName] = useState('')
  const [home, setHome] = useState<Home>('user')
  const [failure, setFailure] = useState<Failure | null>(null)
  const make = async () => {
    setFailure(null)
    try {
      const projectId = home === 'project' ? (project?.id ?? null) : null
      const made = await ask('strategy-new', { name: name.trim(), projectId })
      await Promise.all([loadStrategies(), loadTrust()])
      onMade({ ...made, name: name.trim() })
    } catch (thrown) {
      setFailure(failureFrom(thrown))
    }
  }
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        void make()
      }}
    >
      <TextField
        label="Name"
        mono
        value={name}
        maxLength={60}
        placeholder="tests-first"
        hint="Lowercase letters, digits and hyphens"
        onChange={(event) => setName(event.target.value)}
      />
      {project !== null && <HomeChoice project={project.name} home={home} onChange={setHome} />}
      {failure !== null && <FailureAlert bare failure={failure} />}
      <div className={styles.actions}>
        <Button onClick={closeOverlay}>Cancel</Button>
        <Button look="primary" type="submit" disabled={name.trim() === ''}>
          Create
        </Button>
      </div>
    </form>
  )
}

function HomeChoice({ project, home, onChange }: { project: string; home: Home; onChange: (home: Home) => void }) {
  const trust = useTrust().find((each) => each.part === 'strategies')
  const trusted = trust === undefined || trust.state === 'trusted'
  const inProject = trusted
    ? 'In .stratagem/strategies, for everyone who works on the project'
    : 'After you trust the project’s strategies'
  return (
    <Field label="Location">
      {(ids) => (
        <Select
          {...ids}
          wide
          name="Location"
          value={home}
          choices={[
            { value: 'user', label: 'For me', summary: 'In your data folder, for all projects' },
            { value: 'project', label: `In ${project}`, summary: inProject, broken: !trusted },
          ]}
          onChange={onChange}
        />
      )}
    </Field>
  )
}

/** The path of the file, and the next steps. */
function WhereItIs({ made }: { made: Made }) {
  const { project, conversationId, host } = useWorkbench()
  const canReveal = host.state === 'ready' && host.value.revealFile
  const copy = async () => {
    if (await toastOnFailure(navigator.clipboard.writeText(made.file))) toast.success('Copied the path')
  }
  const reveal = () =>
    toastOnFailure(
      ask('strategy-reveal', {
        name: made.name,
        projectId: made.source.kind === 'user' ? null : (project?.id ?? null),
      }),
    )
  const use = () => {
    closeOverlay()
    if (project === null) return
    changeDraft(draftKey(project.id, conversationId), { strategy: { name: made.name, options: {} }, roles: null })
  }
  return (
    <div className={styles.form}>
      <Alert
        level="info"
        message={`Strategy “${made.name}” created.`}
        advice={
          made.source.kind === 'user'
            ? 'Open the file in your editor. The next run uses what you save. If it has an error, the strategy list shows the line.'
            : 'Open the file in your editor. Because it belongs to the project, you are asked to trust it again after each change.'
        }
      />
      <code className={styles.path}>{made.file}</code>
      <div className={styles.actions}>
        <Button onClick={() => void copy()}>Copy the path</Button>
        {canReveal && <Button onClick={() => void reveal()}>Show in folder</Button>}
        <span className={styles.gap} />
        <Button look="primary" onClick={project === null ? closeOverlay : use}>
          {project === null ? 'Done' : 'Use for the next message'}
        </Button>
      </div>
    </div>
  )
}

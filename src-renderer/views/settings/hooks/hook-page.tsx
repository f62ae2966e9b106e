import { Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { revealHidden } from '../../../../src-shared/base/hidden-characters.ts'
import type { HookEntry } from '../../../../src-shared/hooks/hook.ts'
import { ask } from '../../../host/host.ts'
import { Page } from '../../../parts/settings/page.tsx'
import styles from '../../../parts/settings/settings.module.css'
import { toastOnFailure } from '../../../stores/report.ts'
import { loadHooks, useHooks } from '../../../stores/server-cache/hook-store.ts'
import { openProjectId } from '../../../stores/session/workbench-store.ts'
import { Button } from '../../../widgets/controls/button.tsx'
import { SwitchControl } from '../../../widgets/controls/switch.tsx'
import { ErrorState } from '../../../widgets/feedback/error-state.tsx'
import { Skeleton } from '../../../widgets/feedback/skeleton.tsx'
import { Pill } from '../../../widgets/pill.tsx'
import { HookEditor } from './hook-editor.tsx'
import { hookText, newHook } from './hook-form.ts'

const fresh: HookEntry = { id: '', enabled: true, hook: newHook, source: 'user' }

export function HookPage() {
  const list = useHooks((state) => state.list)
  const [edited, setEdited] = useState<HookEntry | null>(null)
  useEffect(() => void loadHooks(), [])
  if (list.state === 'loading') return <Skeleton lines={5} label="Loading hooks" />
  if (list.state === 'failed') return <ErrorState failure={list.failure} onRetry={() => void loadHooks()} />
  if (edited !== null) return <HookEditor key={edited.id} entry={edited} onDone={() => setEdited(null)} />
  const { hooks, problem } = list.value
  return (
    <Page
      title="Hooks"
      text="Commands of yours that run before a tool call, after an edit or at the end of a run, in every mode. They are confined like commands that run without asking. A project can bring hooks in .stratagem/hooks.json, once you trust them."
    >
      {problem !== null && (
        <p className={styles.hint} role="status">
          {problem} It is not used.
        </p>
      )}
      <ul className={styles.rows} aria-label="Hooks">
        {hooks.map((entry) => (
          <HookRow key={`${entry.source} ${entry.id}`} entry={entry} onEdit={() => setEdited(entry)} />
        ))}
        {hooks.length === 0 && <li className={styles.none}>No hook has been added.</li>}
      </ul>
      <div className={styles.actions}>
        <Button look="primary" icon={<Plus aria-hidden="true" />} onClick={() => setEdited(fresh)}>
          Add a hook
        </Button>
      </div>
    </Page>
  )
}

function HookRow({ entry, onEdit }: { entry: HookEntry; onEdit: () => void }) {
  const { id, hook, enabled, source } = entry
  const command = revealHidden(hook.command)
  const projectId = openProjectId()
  const enable = (on: boolean) => {
    if (source === 'user') return toastOnFailure(ask('hook-save', { hook: { id, hook, enabled: on } }))
    return projectId === null ? undefined : toastOnFailure(ask('hook-switch', { projectId, id, enabled: on }))
  }
  return (
    <li className={styles.profile}>
      <div className={styles.words}>
        <span className={styles.ones}>
          <code className={styles.line}>{command}</code>
          {source === 'project' && <Pill>of this project</Pill>}
        </span>
        <span className={`${styles.hint} ${styles.line}`}>{hookText(hook)}</span>
      </div>
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the switch inside is a button, which a label may name */}
      <label aria-label={`Use ${command}`}>
        <SwitchControl checked={enabled} onChange={(on) => void enable(on)} />
      </label>
      <Button small onClick={onEdit} aria-label={`${source === 'user' ? 'Edit' : 'Test'} ${command}`}>
        {source === 'user' ? 'Edit' : 'Test'}
      </Button>
    </li>
  )
}

import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { ListedAgent } from '../../../../src-shared/api/settings-requests.ts'
import type { AgentEntry } from '../../../../src-shared/settings/other-agents.ts'
import { Page } from '../../../parts/settings/page.tsx'
import styles from '../../../parts/settings/settings.module.css'
import { toastOnFailure } from '../../../stores/report.ts'
import { loadAgents, useAgents } from '../../../stores/server-cache/agent-store.ts'
import { changeSettings, useSettingsNow } from '../../../stores/server-cache/settings-store.ts'
import { useAnswer } from '../../../stores/server-cache/use-answer.ts'
import { Button } from '../../../widgets/controls/button.tsx'
import { FailureAlert } from '../../../widgets/feedback/alert.tsx'
import { Skeleton } from '../../../widgets/feedback/skeleton.tsx'
import { Pill } from '../../../widgets/pill.tsx'
import { AgentEditor } from './agent-editor.tsx'
import { newAgent } from './agent-form.ts'

/** Other agents: those that are known, found or not, and those that the user added. */
export function AgentsPage() {
  const { agents } = useSettingsNow()
  const answer = useAgents()
  const [shown, setShown] = useState<AgentEntry | null>(null)
  if (answer.state === 'loading') return <Skeleton lines={5} label="Looking for agents" />
  if (answer.state === 'failed') return <FailureAlert failure={answer.failure} />
  const save = (before: string, entry: AgentEntry | null) => {
    const others = agents.filter(({ name }) => name !== before && name !== entry?.name)
    const changed = changeSettings({ agents: entry === null ? others : [...others, entry] })
    void toastOnFailure(changed.then(loadAgents))
    setShown(null)
  }
  if (shown !== null) {
    const isOwn = agents.some(({ name }) => name === shown.name)
    return (
      <AgentEditor
        key={shown.name}
        entry={shown}
        own={isOwn}
        onSave={(entry) => save(isOwn ? shown.name : '', entry)}
        onDelete={() => save(shown.name, null)}
        onBack={() => setShown(null)}
      />
    )
  }
  return (
    <Page
      title="Agents"
      text="The strategy Agent has another agent do the work, over the Agent Client Protocol. It runs with its own model, prompts and tools, is confined to the project like a command, and gets no keys but those you name."
    >
      <ul className={styles.rows}>
        {answer.value.map((each) => (
          <AgentRow key={each.entry.name} listed={each} onEdit={() => setShown(each.entry)} />
        ))}
      </ul>
      <div className={styles.actions}>
        <Button look="primary" icon={<Plus aria-hidden="true" />} onClick={() => setShown(newAgent)}>
          Add an agent
        </Button>
      </div>
    </Page>
  )
}

function AgentRow({ listed, onEdit }: { readonly listed: ListedAgent; readonly onEdit: () => void }) {
  const { entry, own, program } = listed
  return (
    <li className={styles.profile}>
      <div className={styles.words}>
        <span className={styles.ones}>
          {entry.icon !== '' && <span aria-hidden="true">{entry.icon}</span>}
          <span className={styles.label}>{entry.name}</span>
          {program === null ? <Pill>not found</Pill> : <Pill tone="ok">found</Pill>}
          <Version listed={listed} />
          {own && <Pill>yours</Pill>}
          {!entry.network && <Pill>offline</Pill>}
        </span>
        <span className={`${styles.hint} ${styles.line}`}>{[program ?? entry.command, ...entry.args].join(' ')}</span>
      </div>
      <Button small onClick={onEdit} aria-label={`Open ${entry.name}`}>
        Open
      </Button>
    </li>
  )
}

/** As the agent said when it was last started, else as its program prints it. */
function Version({ listed: { entry, program, offers } }: { readonly listed: ListedAgent }) {
  const said = offers?.version ?? ''
  const { answer } = useAnswer('agent-version', said !== '' || program === null ? null : { entry })
  const version = said !== '' || answer.state !== 'ready' ? said : (answer.value ?? '')
  return version === '' ? null : <span className={styles.hint}>{version}</span>
}

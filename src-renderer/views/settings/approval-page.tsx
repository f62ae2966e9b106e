import { X } from 'lucide-react'
import { ask } from '../../host/host.ts'
import { useApprovalChoices } from '../../parts/choices/approval-choice.ts'
import { Page, Row } from '../../parts/settings/page.tsx'
import styles from '../../parts/settings/settings.module.css'
import { toastOnFailure } from '../../stores/report.ts'
import { changeSettings, loadRules, useSettings, useSettingsNow } from '../../stores/server-cache/settings-store.ts'
import { useWorkbench } from '../../stores/session/workbench-store.ts'
import { IconButton } from '../../widgets/controls/icon-button.tsx'
import { Select } from '../../widgets/controls/select.tsx'
import { ErrorState } from '../../widgets/feedback/error-state.tsx'
import { Skeleton } from '../../widgets/feedback/skeleton.tsx'
import { CommandRows } from './command-rows.tsx'

export function ApprovalPage() {
  const settings = useSettingsNow()
  const project = useWorkbench((state) => state.project)
  const approvalChoices = useApprovalChoices()
  return (
    <Page
      title="Approval"
      text="What the agent can do without asking you. Reading inside the project is always allowed."
    >
      <div className={styles.rows}>
        <Row label="New conversations" hint={approvalChoices.find((each) => each.value === settings.approval)?.summary}>
          <Select
            name="Default approval"
            value={settings.approval}
            choices={approvalChoices}
            onChange={(approval) => void toastOnFailure(changeSettings({ approval }))}
          />
        </Row>
      </div>
      <h4 className={styles.label}>Commands</h4>
      <CommandRows />
      <h4 className={styles.label}>{project === null ? 'Always allowed' : `Always allowed in ${project.name}`}</h4>
      <Rules />
    </Page>
  )
}

function Rules() {
  const rules = useSettings((state) => state.rules)
  const project = useWorkbench((state) => state.project)
  if (project === null) return <p className={styles.hint}>Open a project to see what is always allowed there.</p>
  if (rules.state === 'loading') return <Skeleton lines={3} label="Loading rules" />
  if (rules.state === 'failed') return <ErrorState failure={rules.failure} onRetry={() => void loadRules()} />
  if (rules.value.length === 0)
    return (
      <div className={styles.rows}>
        <p className={styles.none}>No rules yet. “Always allow” in an approval adds a rule here.</p>
      </div>
    )
  const remove = (ruleId: string) => void toastOnFailure(ask('rule-delete', { ruleId }).then(loadRules))
  return (
    <ul className={styles.rows}>
      {rules.value.map((rule) => (
        <li key={rule.id} className={styles.profile}>
          <div className={styles.words}>
            <code>{rule.pattern}</code>
            <span className={styles.hint}>{rule.tool}</span>
          </div>
          <IconButton small label={`Remove the rule ${rule.pattern}`} side="left" onClick={() => remove(rule.id)}>
            <X aria-hidden="true" />
          </IconButton>
        </li>
      ))}
    </ul>
  )
}

import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import type { ApprovalRule } from '../../../src-shared/settings/settings.ts'
import { ask } from '../../host/host.ts'
import styles from '../../parts/settings/settings.module.css'
import { toastOnFailure } from '../../stores/report.ts'
import { loadRules, useSettings } from '../../stores/server-cache/settings-store.ts'
import { useWorkbench } from '../../stores/session/workbench-store.ts'
import { Button } from '../../widgets/controls/button.tsx'
import { IconButton } from '../../widgets/controls/icon-button.tsx'
import { Select } from '../../widgets/controls/select.tsx'
import { ErrorState } from '../../widgets/feedback/error-state.tsx'
import { Skeleton } from '../../widgets/feedback/skeleton.tsx'
import { decisionChoices, kindLabels, kindOfTool, newDraft, type RuleDraft, ruleOf } from './rule-draft.ts'
import { RuleForm } from './rule-form.tsx'
import { RuleTestRow } from './rule-test-row.tsx'

const save = (rule: Omit<ApprovalRule, 'createdAt'>) => toastOnFailure(ask('rule-save', { rule }).then(loadRules))

/** The rules of the open project and of all projects, a form for a new one, and a test of what they decide. */
export function ApprovalRules() {
  const rules = useSettings((state) => state.rules)
  const project = useWorkbench((state) => state.project)
  const [draft, setDraft] = useState<RuleDraft | null>(null)
  /** Offered again in place: a toast would be behind the dialog. */
  const [removed, setRemoved] = useState<ApprovalRule | null>(null)
  if (rules.state === 'loading') return <Skeleton lines={3} label="Loading rules" />
  if (rules.state === 'failed') return <ErrorState failure={rules.failure} onRetry={() => void loadRules()} />
  const add = async (made: RuleDraft) => {
    if (await save(ruleOf(made, project?.id ?? null))) setDraft(null)
  }
  return (
    <>
      <ul className={styles.rows} aria-label="Approval rules">
        {rules.value.map((rule) => (
          <RuleRow key={rule.id} rule={rule} project={project?.name ?? null} onRemoved={setRemoved} />
        ))}
        {rules.value.length === 0 && (
          <li className={styles.none}>No rules yet. “Always allow” in an approval adds one, or add one here.</li>
        )}
        {removed !== null && (
          <li className={styles.profile}>
            <span className={styles.words} role="status">
              <span className={styles.hint}>Removed the rule {removed.pattern}</span>
            </span>
            <Button
              small
              onClick={() => {
                setRemoved(null)
                void save(removed)
              }}
            >
              Undo
            </Button>
          </li>
        )}
      </ul>
      {draft === null ? (
        <div className={styles.actions}>
          <Button small icon={<Plus aria-hidden="true" />} onClick={() => setDraft(newDraft(project !== null))}>
            Add a rule
          </Button>
        </div>
      ) : (
        <RuleForm
          draft={draft}
          project={project?.name ?? null}
          onChange={setDraft}
          onSave={() => void add(draft)}
          onCancel={() => setDraft(null)}
        />
      )}
      <RuleTestRow rules={rules.value} projectId={project?.id ?? null} draft={draft} />
    </>
  )
}

interface RowProps {
  readonly rule: ApprovalRule
  readonly project: string | null
  readonly onRemoved: (rule: ApprovalRule) => void
}

function RuleRow({ rule, project, onRemoved }: RowProps) {
  const scope = rule.projectId === null ? 'All projects' : project
  const remove = async () => {
    if (await toastOnFailure(ask('rule-delete', { ruleId: rule.id }).then(loadRules))) onRemoved(rule)
  }
  return (
    <li className={styles.profile}>
      <div className={styles.words}>
        <code>{rule.pattern}</code>
        <span className={styles.hint}>
          {[kindLabels[kindOfTool(rule.tool)], kindOfTool(rule.tool) === 'tool' ? rule.tool : null, scope]
            .filter((each) => each !== null)
            .join(' · ')}
        </span>
      </div>
      <Select
        name={`Decision of ${rule.pattern}`}
        look="quiet"
        value={rule.decision}
        choices={decisionChoices}
        onChange={(decision) => void save({ ...rule, decision })}
      />
      <IconButton small label={`Remove the rule ${rule.pattern}`} side="left" onClick={() => void remove()}>
        <X aria-hidden="true" />
      </IconButton>
    </li>
  )
}

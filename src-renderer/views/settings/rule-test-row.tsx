import { useState } from 'react'
import type { RuleVerdict } from '../../../src-shared/api/settings-requests.ts'
import type { ApprovalMode } from '../../../src-shared/model/tool.ts'
import type { ApprovalRule } from '../../../src-shared/settings/settings.ts'
import { approvalLabels } from '../../parts/choices/approval-choice.ts'
import styles from '../../parts/settings/settings.module.css'
import { useSettingsNow } from '../../stores/server-cache/settings-store.ts'
import { useAnswer } from '../../stores/server-cache/use-answer.ts'
import { Select } from '../../widgets/controls/select.tsx'
import { TextField } from '../../widgets/controls/text-field.tsx'
import { cx } from '../../widgets/cx.ts'
import { draftProblem, kindLabels, type RuleDraft, ruleOf, toolOfKind } from './rule-draft.ts'

interface Props {
  readonly rules: readonly ApprovalRule[]
  readonly projectId: string | null
  readonly draft: RuleDraft | null
}

const modes: readonly ApprovalMode[] = ['read-only', 'ask', 'edits', 'everything']

/** What the gate would decide on a call that is typed here, with the rules of now and the one being written. */
export function RuleTestRow({ rules, projectId, draft }: Props) {
  const { approval } = useSettingsNow()
  const [mode, setMode] = useState(approval)
  const [kind, setKind] = useState<'command' | 'edit'>('command')
  const [subject, setSubject] = useState('')
  const usable = draft !== null && draftProblem(draft) === null ? ruleOf(draft, projectId) : null
  const tested = { projectId, mode, tool: toolOfKind(kind, ''), subject: subject.trim(), draft: usable }
  const { answer } = useAnswer('rule-test', subject.trim() === '' ? null : tested, JSON.stringify(rules))
  return (
    <fieldset className={cx(styles.editor, styles.fieldset)}>
      <legend className={styles.label}>Test the rules</legend>
      <div className={styles.actions}>
        <Select
          name="Kind of call"
          value={kind}
          choices={(['command', 'edit'] as const).map((value) => ({ value, label: kindLabels[value] }))}
          onChange={setKind}
        />
        <Select
          name="Mode to test with"
          value={mode}
          choices={modes.map((value) => ({ value, label: approvalLabels[value] }))}
          onChange={setMode}
        />
      </div>
      <TextField
        label={kind === 'command' ? 'Command' : 'Path'}
        mono
        placeholder={kind === 'command' ? 'git push origin main' : 'src/index.ts'}
        value={subject}
        onChange={(event) => setSubject(event.target.value)}
      />
      <p className={styles.hint} role="status">
        {subject.trim() === ''
          ? 'Nothing is run.'
          : answer.state === 'ready'
            ? verdictText(answer.value, rules, mode)
            : answer.state === 'failed'
              ? answer.failure.message
              : ''}
      </p>
    </fieldset>
  )
}

const outcomes = { allow: 'Runs without asking', ask: 'Asks you', refuse: 'Does not run' } as const

function verdictText({ kind, by, reason }: RuleVerdict, rules: readonly ApprovalRule[], mode: ApprovalMode): string {
  const rule = rules.find((each) => each.id === by)
  if (by === 'draft') return `${outcomes[kind]}: by the new rule.`
  if (rule !== undefined) return `${outcomes[kind]}: by the rule “${rule.pattern}”.`
  return `${outcomes[kind]}: by the mode “${approvalLabels[mode]}”.${reason === '' ? '' : ` ${reason}`}`
}

import { useApprovalChoices } from '../../parts/choices/approval-choice.ts'
import { Page, Row, SwitchRow } from '../../parts/settings/page.tsx'
import styles from '../../parts/settings/settings.module.css'
import { toastOnFailure } from '../../stores/report.ts'
import { changeSettings, useSettingsNow } from '../../stores/server-cache/settings-store.ts'
import { Select } from '../../widgets/controls/select.tsx'
import { ApprovalRules } from './approval-rules.tsx'
import { CommandRows } from './command-rows.tsx'

export function ApprovalPage() {
  const settings = useSettingsNow()
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
      <h4 className={styles.label}>Web</h4>
      <div className={styles.rows}>
        <SwitchRow
          label="Let agents read web pages"
          hint="Adds the tool fetch_page. You approve each host, also in “Allow everything”: an address can carry what the agent has read. Pages in private networks are never read."
          checked={settings.webPages}
          onChange={(webPages) => void toastOnFailure(changeSettings({ webPages }))}
        />
      </div>
      <div className={styles.words}>
        <h4 className={styles.label}>Rules</h4>
        <span className={styles.hint}>
          Deny comes before Ask, Ask before Allow, and all come before the mode. A shell can spell a command in many
          ways: rules stop the usual ones, the restrictions above the rest.
        </span>
      </div>
      <ApprovalRules />
    </Page>
  )
}

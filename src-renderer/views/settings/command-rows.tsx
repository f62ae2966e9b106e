import type { CommandChoices, SandboxSupport } from '../../../src-shared/settings/settings.ts'
import { Row, SwitchRow } from '../../parts/settings/page.tsx'
import styles from '../../parts/settings/settings.module.css'
import { toastOnFailure } from '../../stores/report.ts'
import { valueOr } from '../../stores/server-cache/loadable.ts'
import { changeSettings, useSettingsNow } from '../../stores/server-cache/settings-store.ts'
import { useAnswer } from '../../stores/server-cache/use-answer.ts'
import { Select } from '../../widgets/controls/select.tsx'

const networkChoices = [
  { value: 'all', label: 'All', summary: 'Also those that run unasked' },
  {
    value: 'seen',
    label: 'Those you have seen',
    summary: 'Not those that run unasked, by “Allow everything” or a rule such as npm test *',
  },
  { value: 'none', label: 'None', summary: 'A command reaches only what it started itself' },
] as const

const networkHint = (means: SandboxSupport | null) =>
  means === null || means.cutsNetwork
    ? 'Without it a command reaches only what it started itself: what a model was talked into can send nothing away.'
    : 'Nothing on this computer can keep a command off the network.'

/** What the commands that models run may do, and by what means this computer holds them to it. */
export function CommandRows() {
  const { commands } = useSettingsNow()
  const { answer } = useAnswer('command-means', {})
  const means = valueOr(answer, null)
  const change = (part: Partial<CommandChoices>) =>
    void toastOnFailure(changeSettings({ commands: { ...commands, ...part } }))
  const none = means !== null && !means.confines
  return (
    <div className={styles.rows}>
      <SwitchRow
        label="Keep commands to the project"
        hint="They may write in the project, temporary folders and the caches of package managers only. What works in a copy is always kept to the copy."
        checked={commands.confined && !none}
        disabled={none}
        onChange={(confined) => change({ confined })}
      />
      <Row label="Commands that may use the network" hint={networkHint(means)}>
        <Select
          name="Network for commands"
          value={means?.cutsNetwork === false ? 'all' : commands.network}
          choices={networkChoices}
          disabled={means?.cutsNetwork === false}
          onChange={(network) => change({ network })}
        />
      </Row>
      <SwitchRow
        label="Let commands read keys"
        hint="Keys and credentials in your home folder: of SSH and GPG, clouds, package managers, browsers, other agents, and what you typed in shells. Without it commands find them empty, so that git push over SSH or a private registry needs it."
        checked={commands.keys || none}
        disabled={none}
        onChange={(keys) => change({ keys })}
      />
      <p className={styles.none} role="status" aria-label="What keeps commands to their folder">
        {means?.words ?? 'Looking at what this computer can do…'}
      </p>
    </div>
  )
}

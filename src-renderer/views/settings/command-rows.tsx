import type { CommandChoices } from '../../../src-shared/settings.ts'
import { valueOr } from '../../stores/loadable.ts'
import { carryOut } from '../../stores/report.ts'
import { changeSettings, useSettingsNow } from '../../stores/settings-store.ts'
import { useAnswer } from '../../stores/use-answer.ts'
import { Switch } from '../../widgets/switch.tsx'
import styles from './settings.module.css'

/** What the commands that models run may do, and by what means this computer holds them to it. */
export function CommandRows() {
  const { commands } = useSettingsNow()
  const { answer } = useAnswer('command-means', {})
  const means = valueOr(answer, null)
  const change = (part: Partial<CommandChoices>) =>
    void carryOut(changeSettings({ commands: { ...commands, ...part } }))
  const none = means !== null && !means.confines
  return (
    <div className={styles.rows}>
      <div className={styles.row}>
        <Switch
          label="Keep commands to the project"
          hint="They may write in the project, temporary folders and the caches of package managers only. What works in a copy is always kept to the copy."
          checked={commands.confined && !none}
          disabled={none}
          onChange={(confined) => change({ confined })}
        />
      </div>
      <div className={styles.row}>
        <Switch
          label="Commands may use the network"
          hint={
            means === null || means.cutsNetwork
              ? 'Without it a confined command reaches only what it started itself.'
              : 'Nothing on this computer can keep a command off the network.'
          }
          checked={commands.network || means?.cutsNetwork === false}
          disabled={means?.cutsNetwork === false}
          onChange={(network) => change({ network })}
        />
      </div>
      <p className={styles.none} role="status" aria-label="What keeps commands to their folder">
        {means?.words ?? 'Looking at what this computer can do…'}
      </p>
    </div>
  )
}

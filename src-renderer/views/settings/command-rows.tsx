import { listed } from '../../../src-shared/base/format.ts'
import type { CommandChoices, SandboxSupport } from '../../../src-shared/settings/settings.ts'
import { Row, SwitchRow } from '../../parts/settings/page.tsx'
import styles from '../../parts/settings/settings.module.css'
import { toastOnFailure } from '../../stores/report.ts'
import { valueOr } from '../../stores/server-cache/loadable.ts'
import { changeSettings, useSettingsNow } from '../../stores/server-cache/settings-store.ts'
import { useAnswer } from '../../stores/server-cache/use-answer.ts'
import { Select } from '../../widgets/controls/select.tsx'
import { TextField } from '../../widgets/controls/text-field.tsx'

const networkChoices = [
  { value: 'all', label: 'All', summary: 'Including those that run without approval' },
  {
    value: 'seen',
    label: 'Only commands I approved',
    summary: 'Not those that run without approval, by “Allow everything” or a rule such as npm test *',
  },
  { value: 'none', label: 'None', summary: 'Commands can reach only servers they start themselves' },
] as const

const networkHint = (means: SandboxSupport | null) =>
  means === null || means.cutsNetwork
    ? 'Offline commands can’t leak data, even if a model has been manipulated.'
    : 'This computer can’t block network access for commands.'

const variablesHint = (means: SandboxSupport | null) => {
  const kept = means?.keptBack ?? []
  const now = kept.length === 0 ? '' : ` Kept from commands now: ${listed(kept)}.`
  return `Variables whose names say that they hold secrets are kept from commands, except those you list here.${now}`
}

/** What commands run by models may do, and how this computer enforces it. */
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
        label="Restrict commands to the project"
        hint="Commands can write only to the project, temporary folders and package caches. Commands in an isolated copy are always restricted to it."
        checked={commands.confined && !none}
        disabled={none}
        onChange={(confined) => change({ confined })}
      />
      <Row label="Commands with network access" hint={networkHint(means)}>
        <Select
          name="Network for commands"
          value={means?.cutsNetwork === false ? 'all' : commands.network}
          choices={networkChoices}
          disabled={means?.cutsNetwork === false}
          onChange={(network) => change({ network })}
        />
      </Row>
      <SwitchRow
        label="Let commands read credentials"
        hint="Keys and credentials in your home folder: SSH, GPG, cloud services, package managers, browsers, other agents, and shell history. If off, commands see these files as empty. Needed for git push over SSH and private registries."
        checked={commands.keys || none}
        disabled={none}
        onChange={(keys) => change({ keys })}
      />
      <Row label="Environment variables for commands" hint={variablesHint(means)}>
        <TextField
          label="Allowed variables"
          mono
          defaultValue={commands.variables?.join(' ') ?? ''}
          placeholder="NAME OTHER_NAME"
          onBlur={({ target }) => change({ variables: target.value.split(/[\s,]+/).filter((name) => name !== '') })}
        />
      </Row>
      <p className={styles.none} role="status" aria-label="How commands are restricted">
        {means?.words ?? 'Checking what this computer supports…'}
      </p>
    </div>
  )
}

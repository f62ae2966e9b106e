import { Plus, X } from 'lucide-react'
import type { Profiles } from '../../../../src-shared/api/settings-requests.ts'
import styles from '../../../parts/settings/settings.module.css'
import { valueOr } from '../../../stores/server-cache/loadable.ts'
import { useSettings } from '../../../stores/server-cache/settings-store.ts'
import { Button } from '../../../widgets/controls/button.tsx'
import { IconButton } from '../../../widgets/controls/icon-button.tsx'
import { Select } from '../../../widgets/controls/select.tsx'
import { TextField } from '../../../widgets/controls/text-field.tsx'
import type { HandedKey } from './agent-form.ts'
import own from './agents.module.css'

const none: Profiles = { profiles: [], presets: [] }

interface Props {
  readonly keys: readonly HandedKey[]
  readonly problem: string | undefined
  readonly onChange: (keys: readonly HandedKey[]) => void
}

/** Which stored keys the agent gets, and in which variables. It gets no others. */
export function AgentKeys({ keys, problem, onChange }: Props) {
  const { profiles } = useSettings((state) => valueOr(state.profiles, none))
  const stored = profiles.filter(({ hasKey }) => hasKey)
  const put = (index: number, change: Partial<HandedKey>) =>
    onChange(keys.map((each, at) => (at === index ? { ...each, ...change } : each)))
  return (
    <fieldset className={styles.fieldset}>
      <legend className={styles.label}>Keys</legend>
      <p className={styles.hint}>
        {stored.length === 0
          ? 'The agent gets none of your keys. No key is stored that could be handed over.'
          : 'The agent gets none of your stored keys, except those you name here.'}
      </p>
      {keys.map((each, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity while their names are typed
        <div key={index} className={own.key}>
          <TextField
            label="Variable"
            value={each.variable}
            placeholder="OPENAI_API_KEY"
            onChange={(event) => put(index, { variable: event.target.value })}
          />
          <Select
            name={`Key for ${each.variable || 'the variable'}`}
            wide
            value={each.profileId}
            shown={profiles.find(({ id }) => id === each.profileId)?.name ?? 'Choose a key'}
            choices={stored.map(({ id, name, baseUrl }) => ({ value: id, label: `Key of ${name}`, summary: baseUrl }))}
            onChange={(profileId) => put(index, { profileId })}
          />
          <IconButton
            small
            label={`Remove the key for ${each.variable || 'the variable'}`}
            onClick={() => onChange(keys.filter((_, at) => at !== index))}
          >
            <X aria-hidden="true" />
          </IconButton>
        </div>
      ))}
      {problem !== undefined && <p role="alert">{problem}</p>}
      {stored.length > 0 && (
        <Button
          small
          icon={<Plus aria-hidden="true" />}
          onClick={() => onChange([...keys, { variable: '', profileId: stored[0]?.id ?? '' }])}
        >
          Hand over a key
        </Button>
      )}
    </fieldset>
  )
}

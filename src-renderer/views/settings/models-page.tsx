import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { Profiles } from '../../../src-shared/api/settings-requests.ts'
import { demoProfileId, type ModelProfile } from '../../../src-shared/settings/settings.ts'
import { Page } from '../../parts/settings/page.tsx'
import styles from '../../parts/settings/settings.module.css'
import { loadProfiles, useSettings, useSettingsNow } from '../../stores/server-cache/settings-store.ts'
import { useWorkbench } from '../../stores/session/workbench-store.ts'
import { Button } from '../../widgets/controls/button.tsx'
import { Alert } from '../../widgets/feedback/alert.tsx'
import { ErrorState } from '../../widgets/feedback/error-state.tsx'
import { Skeleton } from '../../widgets/feedback/skeleton.tsx'
import { Menu } from '../../widgets/overlays/menu.tsx'
import { Pill } from '../../widgets/pill.tsx'
import { ProfileEditor } from './profile-editor.tsx'

type Kept = Profiles['profiles'][number]

export function ModelsPage() {
  const profiles = useSettings((state) => state.profiles)
  const [editing, setEditing] = useState<{ profile: ModelProfile; stored: Kept | null } | null>(null)
  if (profiles.state === 'loading') return <Skeleton lines={5} label="Loading models" />
  if (profiles.state === 'failed') return <ErrorState failure={profiles.failure} onRetry={() => void loadProfiles()} />
  if (editing !== null)
    return (
      <ProfileEditor
        key={editing.profile.id}
        profile={editing.profile}
        stored={editing.stored}
        presets={profiles.value.presets}
        onDone={() => setEditing(null)}
      />
    )
  return (
    <Page
      title="Models"
      text="Connect OpenAI-compatible, Anthropic and Gemini APIs. Stratagem contacts no other servers."
    >
      <KeyStorageNote />
      <ul className={styles.rows}>
        {profiles.value.profiles.map((each) => (
          <ProfileRow key={each.id} profile={each} onEdit={() => setEditing({ profile: plain(each), stored: each })} />
        ))}
      </ul>
      <div>
        <Menu
          trigger={
            <Button look="primary" icon={<Plus aria-hidden="true" />}>
              Add a model
            </Button>
          }
          groups={[
            {
              label: 'Endpoint',
              items: profiles.value.presets.map((preset) => ({
                label: preset.name,
                summary: preset.profile.baseUrl === '' ? 'Any server with a supported API' : preset.profile.baseUrl,
                run: () => setEditing({ profile: newProfile(preset), stored: null }),
              })),
            },
          ]}
        />
      </div>
    </Page>
  )
}

function plain({ hasKey: _, ...profile }: Kept): ModelProfile {
  return profile
}

function KeyStorageNote() {
  const host = useWorkbench((state) => state.host)
  if (host.state !== 'ready') return null
  const { kind, reason } = host.value.keyStorage
  if (kind === 'keychain')
    return <Alert level="info" message="API keys are stored in your system keychain." advice={reason} />
  return (
    <Alert
      level="warning"
      message="API keys are kept in memory until Stratagem quits; they are never saved."
      advice={reason}
    />
  )
}

function ProfileRow({ profile, onEdit }: { profile: Kept; onEdit: () => void }) {
  const isDefault = useSettingsNow().defaultProfile === profile.id
  const demo = profile.id === demoProfileId
  return (
    <li className={styles.profile}>
      <div className={styles.words}>
        <span className={styles.ones}>
          <span className={styles.label}>{profile.name}</span>
          {demo && <Pill tone="accent">demo</Pill>}
          {isDefault && <Pill>default</Pill>}
          {profile.hasKey && <Pill tone="ok">key stored</Pill>}
        </span>
        <span className={`${styles.hint} ${styles.line}`}>
          {demo
            ? 'Rules on this machine: needs no key and no network. Not a language model.'
            : `${profile.model} · ${profile.baseUrl}`}
        </span>
      </div>
      {!demo && (
        <Button small onClick={onEdit} aria-label={`Edit ${profile.name}`}>
          Edit
        </Button>
      )}
    </li>
  )
}

/** A profile created from a template, not saved yet. */
const newProfile = (preset: Profiles['presets'][number]): ModelProfile => ({
  ...preset.profile,
  id: `profile-${freshId()}`,
})

function freshId(): string {
  return [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

import { useState } from 'react'
import { toast } from 'sonner'
import { type Failure, failureFrom } from '../../../src-shared/base/failure.ts'
import { type Preset, type PresetSource, presetText } from '../../../src-shared/strategy/preset.ts'
import { ask } from '../../host/host.ts'
import { toastOnFailure } from '../../stores/report.ts'
import { saveFile } from '../../stores/save-file.ts'
import { loadPresets } from '../../stores/server-cache/preset-store.ts'
import { beginEditing, type Edited, edit, useEditor } from '../../stores/session/editor-store.ts'
import { openProjectId, useWorkbench } from '../../stores/session/workbench-store.ts'
import { Button } from '../../widgets/controls/button.tsx'
import { TextField } from '../../widgets/controls/text-field.tsx'
import { FailureAlert } from '../../widgets/feedback/alert.tsx'
import { Menu } from '../../widgets/overlays/menu.tsx'
import { SectionHeader } from '../../widgets/section-header.tsx'
import styles from './strategy-editor.module.css'

const projectId = openProjectId

/** The composition as a preset: its name, where it is stored, and its actions. */
export function PresetForm({ blocked }: { blocked: boolean }) {
  const { edited, saved } = useEditor()
  const [failure, setFailure] = useState<Failure | null>(null)
  const save = async (id: string | null, source: PresetSource) => {
    setFailure(null)
    try {
      await savePreset(edited, id, source)
    } catch (thrown) {
      setFailure(failureFrom(thrown))
    }
  }
  const changed = JSON.stringify(edited) !== JSON.stringify(saved)
  const named = edited.name.trim() !== ''
  return (
    <section className={styles.form} aria-label="Preset">
      <SectionHeader title="Preset" />
      <TextField
        label="Name"
        value={edited.name}
        maxLength={80}
        placeholder="For example: Careful fix"
        onChange={(event) => edit({ name: event.target.value })}
      />
      <TextField
        label="Description"
        value={edited.about}
        maxLength={500}
        placeholder="Shown in the strategy menu"
        onChange={(event) => edit({ about: event.target.value })}
      />
      {failure !== null && <FailureAlert bare failure={failure} />}
      <div className={styles.tools}>
        {edited.id !== null && (
          <Button
            small
            look="primary"
            disabled={blocked || !named || !changed}
            onClick={() => void save(edited.id, edited.source)}
          >
            Save
          </Button>
        )}
        <SaveAs blocked={blocked || !named || (edited.id !== null && edited.name === saved.name)} onSave={save} />
        <PresetActions edited={edited} />
      </div>
    </section>
  )
}

function SaveAs({
  blocked,
  onSave,
}: {
  blocked: boolean
  onSave: (id: string | null, source: PresetSource) => Promise<void>
}) {
  const inProject = useWorkbench((state) => state.project !== null)
  return (
    <>
      <Button small disabled={blocked} onClick={() => void onSave(null, 'user')}>
        Save for me
      </Button>
      {inProject && (
        <Button
          small
          disabled={blocked}
          title="Saves it in .stratagem/presets, for everyone who works on the project"
          onClick={() => void onSave(null, 'project')}
        >
          Save in project
        </Button>
      )}
    </>
  )
}

function PresetActions({ edited }: { edited: Edited }) {
  const keep = {
    label: 'Delete preset',
    danger: true,
    disabled: edited.id === null,
    run: () => void deletePreset(edited),
  }
  return (
    <Menu
      side="top"
      align="end"
      trigger={
        <Button small look="quiet">
          More…
        </Button>
      }
      groups={[
        {
          items: [
            { label: 'Copy as text', run: () => void copy(edited) },
            { label: 'Save as a file', run: () => download(edited) },
          ],
        },
        { items: [{ label: 'Reset all options', run: () => edit({ strategy: withoutOptions(edited.strategy) }) }] },
        { items: [keep] },
      ]}
    />
  )
}

function withoutOptions({ name, inner }: Edited['strategy']): Edited['strategy'] {
  return inner === undefined ? { name, options: {} } : { name, options: {}, inner: withoutOptions(inner) }
}

const presetOf = ({ name, about, strategy, roles, temperature, reasoningEffort }: Edited): Preset => ({
  name: name.trim(),
  about,
  strategy,
  roles: { ...roles },
  ...(temperature !== null && { temperature }),
  ...(reasoningEffort !== null && { reasoningEffort }),
})

async function savePreset(edited: Edited, id: string | null, source: PresetSource): Promise<void> {
  const entry = await ask('preset-save', { projectId: projectId(), source, id, preset: presetOf(edited) })
  await loadPresets()
  beginEditing({ ...edited, name: entry.name, id: entry.id, source: entry.source })
  toast.success(`Saved “${entry.name}”`)
}

/** Deletes at once and offers to undo it. */
async function deletePreset(edited: Edited): Promise<void> {
  const { id, source, name } = edited
  if (id === null) return
  if (!(await toastOnFailure(ask('preset-delete', { projectId: projectId(), id })))) return
  await loadPresets()
  beginEditing({ ...edited, id: null, source: 'user', about: '' })
  toast(`Deleted the preset “${name}”`, {
    duration: 10_000,
    action: { label: 'Undo', onClick: () => void toastOnFailure(savePreset(edited, id, source)) },
  })
}

async function copy(edited: Edited): Promise<void> {
  if (await toastOnFailure(navigator.clipboard.writeText(presetText(presetOf(edited))))) toast.success('Copied as text')
}

function download(edited: Edited): void {
  const name = `${edited.name.trim().replace(/[^\p{L}\p{N}]+/gu, '-') || 'preset'}.json`
  saveFile(name, [presetText(presetOf(edited))], 'application/json')
}

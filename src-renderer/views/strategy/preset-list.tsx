import { FilePlus2, Import, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { PresetEntry } from '../../../src-shared/strategy/preset.ts'
import { usePresetList } from '../../stores/server-cache/preset-store.ts'
import { useStrategyTitle } from '../../stores/server-cache/strategy-titles.ts'
import { beginEditing, editedFrom, editedOf } from '../../stores/session/editor-store.ts'
import { Button } from '../../widgets/controls/button.tsx'
import { cx } from '../../widgets/cx.ts'
import { ImportForm } from './import-form.tsx'
import styles from './strategy-editor.module.css'

interface PresetListProps {
  /** Id of the selected preset; null for none. */
  readonly shown: string | null
  /** Called with an invalid preset that was selected, to show its errors; null if another one was selected. */
  readonly onInvalid: (entry: PresetEntry | null) => void
}

export function PresetList({ shown, onInvalid }: PresetListProps) {
  const presets = usePresetList()
  const [importing, setImporting] = useState(false)
  const show = (entry: PresetEntry) => {
    const edited = editedOf(entry)
    onInvalid(edited === null ? entry : null)
    if (edited !== null) beginEditing(edited)
  }
  const begin = () => {
    onInvalid(null)
    beginEditing({})
  }
  return (
    <nav className={styles.presets} aria-label="Presets">
      <div className={styles.tools}>
        <Button small look="quiet" icon={<FilePlus2 aria-hidden="true" />} onClick={begin}>
          New
        </Button>
        <Button
          small
          look="quiet"
          icon={<Import aria-hidden="true" />}
          aria-expanded={importing}
          onClick={() => setImporting(!importing)}
        >
          Import…
        </Button>
      </div>
      {importing && (
        <ImportForm
          onRead={(preset) => {
            onInvalid(null)
            beginEditing(editedFrom(preset))
            setImporting(false)
          }}
        />
      )}
      {presets.length === 0 && !importing && (
        <p className={styles.quiet}>No presets yet. Compose a strategy and save it under a name.</p>
      )}
      {(['user', 'project'] as const).map((source) => {
        const some = presets.filter((each) => each.source === source)
        if (some.length === 0) return null
        return (
          <div key={source}>
            <h3 className={styles.group}>{source === 'user' ? 'Yours' : 'This project’s'}</h3>
            <ul>
              {some.map((entry) => (
                <li key={entry.id}>
                  <PresetButton entry={entry} shown={entry.id === shown} onShow={() => show(entry)} />
                </li>
              ))}
            </ul>
          </div>
        )
      })}
    </nav>
  )
}

function PresetButton({ entry, shown, onShow }: { entry: PresetEntry; shown: boolean; onShow: () => void }) {
  const { name, preset, problem } = entry
  const title = useStrategyTitle()
  return (
    <button
      type="button"
      className={cx(styles.preset, shown && styles.shown)}
      aria-current={shown ? 'true' : undefined}
      onClick={onShow}
    >
      <span className={styles.presetName}>
        {problem !== null && <TriangleAlert size={13} className={styles.bad} aria-hidden="true" />}
        {name}
      </span>
      <span className={styles.presetLabel}>
        {preset === null ? `Invalid: ${problem?.field ?? ''}` : title(preset.strategy)}
      </span>
    </button>
  )
}

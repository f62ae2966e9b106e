import { AppWindow, Ellipsis, Maximize2, RefreshCw } from 'lucide-react'
import { revealHidden } from '../../../src-shared/base/hidden-characters.ts'
import { type ShownFile, showFile } from '../../stores/files/viewer-store.ts'
import { openWide, useWide } from '../../stores/session/layout-store.ts'
import { useShownTurns } from '../../stores/session/turns.ts'
import { IconButton } from '../../widgets/controls/icon-button.tsx'
import { Select } from '../../widgets/controls/select.tsx'
import { MiddleCut } from '../../widgets/middle-cut.tsx'
import { Menu } from '../../widgets/overlays/menu.tsx'
import { fileActions, openInEditor } from './file-actions.tsx'

/** The name of the file, the moment it is shown at, and its actions. */
export function FileHead({ file, again }: { readonly file: ShownFile; readonly again: () => void }) {
  const wide = useWide((state) => state.page !== null)
  return (
    <header className="file-head">
      <b className="file-name">
        <MiddleCut text={revealHidden(file.path)} />
      </b>
      <When file={file} />
      {file.snapshot === null && (
        <IconButton small label="Read it again" onClick={again}>
          <RefreshCw aria-hidden="true" />
        </IconButton>
      )}
      <IconButton small label="Open in editor" onClick={() => void openInEditor(file, file)}>
        <AppWindow aria-hidden="true" />
      </IconButton>
      <Menu
        align="end"
        trigger={
          <IconButton small label="More for this file">
            <Ellipsis aria-hidden="true" />
          </IconButton>
        }
        groups={fileActions(file, file, true)}
      />
      {!wide && (
        <IconButton small label="Open large" onClick={() => openWide('file')}>
          <Maximize2 aria-hidden="true" />
        </IconButton>
      )}
    </header>
  )
}

const asNow = 'now'
/** In a long conversation only the newest turns are offered. */
const maxTurns = 15

/** Selects a moment: now, or before or after a turn of the shown branch. */
function When({ file }: { readonly file: ShownFile }) {
  const choices = useTimes()
  const known = file.snapshot === null || choices.some(({ value }) => value === file.snapshot)
  const shown =
    known || file.snapshot === null ? choices : [...choices, { value: file.snapshot, label: 'An earlier state' }]
  return (
    <Select
      name="The file as of"
      look="quiet"
      value={file.snapshot ?? asNow}
      choices={shown}
      onChange={(value) => showFile({ ...file, snapshot: value === asNow ? null : value })}
    />
  )
}

function useTimes() {
  const turns = useShownTurns()
  const times = turns
    .map(({ run }, at) => ({ run, number: at + 1 }))
    .slice(-maxTurns)
    .flatMap(({ run, number }) => [
      ...(run?.before == null ? [] : [{ value: run.before, label: `Before turn ${number}` }]),
      ...(run?.after == null ? [] : [{ value: run.after, label: `After turn ${number}` }]),
    ])
  // A turn starts with the files of the turn before it.
  const latest = new Map(times.map((each) => [each.value, each]))
  return [{ value: asNow, label: 'As it is now' }, ...[...latest.values()].reverse()]
}

import { Check } from 'lucide-react'
import type { StrategyPick } from '../../../src-shared/strategy/strategy-pick.ts'
import { toastOnFailure } from '../../stores/report.ts'
import { setDefault, usePresets } from '../../stores/server-cache/preset-store.ts'
import { changeSettings } from '../../stores/server-cache/settings-store.ts'
import { useWorkbench } from '../../stores/session/workbench-store.ts'
import { Button } from '../../widgets/controls/button.tsx'
import { Menu } from '../../widgets/overlays/menu.tsx'
import type { Choices } from './choices.ts'

const words: { readonly [by in Choices['by']]: string } = {
  message: 'Applies to the next message only',
  before: 'Same as last message',
  conversation: 'Default of this conversation',
  project: 'Default of this project',
  source: 'Default of this app',
  settings: 'Default',
}

interface DefaultMenuProps {
  readonly pick: StrategyPick
  readonly by: Choices['by']
  /** Clears the message's own choice, so that the default applies. */
  readonly onCleared: () => void
}

/** Shows the scope that the pick applies to, and sets it as a default. */
export function DefaultMenu({ pick, by, onCleared }: DefaultMenuProps) {
  const project = useWorkbench((state) => state.project)
  const conversationId = useWorkbench((state) => state.conversationId)
  const defaults = usePresets((state) => state.defaults)
  if (project === null) return null
  const keep = async (work: Promise<void>) => {
    if (await toastOnFailure(work)) onCleared()
  }
  const sets = [
    ...(conversationId === null
      ? []
      : [
          {
            label: 'This conversation',
            summary: 'Its next messages',
            run: () => void keep(setDefault('conversation', conversationId, pick)),
          },
        ]),
    { label: `The project ${project.name}`, run: () => void keep(setDefault('project', project.id, pick)) },
    { label: 'Everywhere', run: () => void keep(changeSettings({ strategy: pick })) },
  ]
  const undo = [
    ...(conversationId !== null && defaults.conversation !== null
      ? [
          {
            label: 'Clear the conversation’s default',
            run: () => void keep(setDefault('conversation', conversationId, null)),
          },
        ]
      : []),
    ...(defaults.project !== null
      ? [{ label: 'Clear the project’s default', run: () => void keep(setDefault('project', project.id, null)) }]
      : []),
  ]
  return (
    <Menu
      side="top"
      align="end"
      trigger={
        <Button small look="quiet" icon={<Check aria-hidden="true" />}>
          {words[by]}
        </Button>
      }
      groups={[{ label: 'Make default for', items: sets }, ...(undo.length > 0 ? [{ items: undo }] : [])]}
    />
  )
}

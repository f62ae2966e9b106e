import { Dialog } from '@base-ui/react/dialog'
import { Command as Cmdk } from 'cmdk'
import { useState } from 'react'
import { shortenMiddle } from '../../../src-shared/base/format.ts'
import { revealHidden } from '../../../src-shared/base/hidden-characters.ts'
import { type Command, commandGroups, enabledCommands, useCommandStore } from '../../commands/command-store.ts'
import { goToConversation } from '../../stores/server-cache/comparisons.ts'
import { valueOr } from '../../stores/server-cache/loadable.ts'
import { newestFirst } from '../../stores/session/conversations.ts'
import { closeOverlay } from '../../stores/session/layout-store.ts'
import { useWorkbench } from '../../stores/session/workbench-store.ts'
import { Kbd } from '../../widgets/kbd.tsx'
import dialog from '../../widgets/overlays/dialog.module.css'
import styles from '../../widgets/overlays/palette.module.css'

/** Every action there is, by name, with its key; and the conversations of the project. */
export function Palette({ open }: { open: boolean }) {
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && closeOverlay()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialog.backdrop} />
        <Dialog.Popup className={styles.popup} data-modal="" aria-label="Command palette">
          <Choices />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** The dialog closes first, so that a command finds the focus where it was. */
function carryOutAfter(run: () => void): void {
  closeOverlay()
  setTimeout(run)
}

function Choices() {
  // Asked once, while it opens: what can be done does not change under the reader's hands.
  const [commands] = useState(() => enabledCommands(useCommandStore.getState().commands))
  const [typed, setTyped] = useState('')
  return (
    <Cmdk label="Commands" loop className={styles.command}>
      <Cmdk.Input
        className={styles.input}
        value={typed}
        onValueChange={setTyped}
        placeholder="What would you like to do?"
        autoFocus
      />
      <Cmdk.List className={styles.list} label="Commands" tabIndex={-1}>
        <Cmdk.Empty className={styles.empty}>Nothing fits “{typed}”.</Cmdk.Empty>
        {commandGroups.map((group) => (
          <Group key={group} title={group} commands={commands.filter((each) => each.group === group)} />
        ))}
        <Conversations />
      </Cmdk.List>
    </Cmdk>
  )
}

function Group({ title, commands }: { title: string; commands: readonly Command[] }) {
  const shown = commands.filter((each) => each.id !== 'command-palette')
  if (shown.length === 0) return null
  return (
    <Cmdk.Group heading={title} className={styles.group}>
      {shown.map((command) => (
        <Cmdk.Item
          key={command.id}
          value={command.id}
          keywords={[command.title, command.words ?? '', title]}
          className={styles.item}
          onSelect={() => carryOutAfter(command.run)}
        >
          <span>{command.title}</span>
          {command.keys !== undefined && <Kbd keys={command.keys} />}
        </Cmdk.Item>
      ))}
    </Cmdk.Group>
  )
}

const maxConversations = 40

function Conversations() {
  const conversations = useWorkbench((state) => state.conversations)
  const shown = newestFirst(valueOr(conversations, [])).slice(0, maxConversations)
  if (shown.length === 0) return null
  return (
    <Cmdk.Group heading="Go to" className={styles.group}>
      {shown.map((each) => (
        <Cmdk.Item
          key={each.id}
          value={`conversation-${each.id}`}
          keywords={[each.title]}
          className={styles.item}
          onSelect={() => carryOutAfter(() => void goToConversation(each.id))}
        >
          <span>{shortenMiddle(revealHidden(each.title), 70)}</span>
        </Cmdk.Item>
      ))}
    </Cmdk.Group>
  )
}

import { Command as Cmdk } from 'cmdk'
import { useState } from 'react'
import { shortenMiddle } from '../../../src-shared/base/format.ts'
import { revealHidden } from '../../../src-shared/base/hidden-characters.ts'
import { commandGroups, type OfferedCommand, offeredCommands, useCommandStore } from '../../commands/command-store.ts'
import { findAll } from '../../commands/find-commands.ts'
import { goToConversation } from '../../stores/server-cache/comparisons.ts'
import { valueOr } from '../../stores/server-cache/loadable.ts'
import { newestFirst } from '../../stores/session/conversations.ts'
import { closeOverlay } from '../../stores/session/layout-store.ts'
import { useWorkbench } from '../../stores/session/workbench-store.ts'
import { Kbd } from '../../widgets/kbd.tsx'
import { ListDialog, SearchedList } from '../../widgets/overlays/list-dialog.tsx'
import styles from '../../widgets/overlays/palette.module.css'

/** All commands by name, with their keys, and the conversations of the project. */
export function Palette({ open }: { open: boolean }) {
  return (
    <ListDialog open={open} label="Command palette" onClose={closeOverlay}>
      <Choices />
    </ListDialog>
  )
}

/** A row of the list: a command, or a conversation to open. */
interface Entry {
  readonly id: string
  readonly title: string
  readonly words: string
  readonly group: string
  readonly keys?: string | undefined
  /** False if it is currently unavailable. */
  readonly enabled: boolean
  readonly run: () => void
}

const maxConversations = 40
const goTo = 'Go to'
const groups: readonly string[] = [...commandGroups, goTo]

function entryOf({ command, enabled }: OfferedCommand): Entry {
  const { id, title, words = '', group, keys, run } = command
  return { id, title, words, group, keys, enabled, run }
}

function useEntries(): readonly Entry[] {
  // Evaluated once when the palette opens, so that the available commands do not change while it is open.
  const [commands] = useState(() =>
    offeredCommands(useCommandStore.getState().commands)
      .filter(({ command }) => command.id !== 'command-palette' && command.keyOnly !== true)
      .map(entryOf),
  )
  const conversations = useWorkbench((state) => state.conversations)
  const shown = newestFirst(valueOr(conversations, [])).slice(0, maxConversations)
  return [
    ...commands,
    ...shown.map(({ id, title }) => ({
      id: `conversation-${id}`,
      title: shortenMiddle(revealHidden(title), 70),
      words: 'conversation',
      group: goTo,
      enabled: true,
      run: () => void goToConversation(id),
    })),
  ]
}

/**
 * Without a query, all rows by group. With one, the best matches first regardless of group; unavailable commands come
 * last.
 */
function found(entries: readonly Entry[], typed: string): readonly Entry[] {
  const fitting = findAll(typed, entries, (each) => each)
  const now = fitting.filter((each) => each.enabled)
  if (typed.trim() !== '') return [...now, ...fitting.filter((each) => !each.enabled)]
  return groups.flatMap((group) => now.filter((each) => each.group === group))
}

function Choices() {
  const entries = useEntries()
  const [typed, setTyped] = useState('')
  const [selected, setSelected] = useState('')
  const shown = found(entries, typed)
  const type = (next: string) => {
    setTyped(next)
    setSelected(found(entries, next).find((each) => each.enabled)?.id ?? '')
  }
  const grouped = typed.trim() === ''
  return (
    <SearchedList
      label="Commands"
      placeholder="What would you like to do?"
      typed={typed}
      onType={type}
      selected={selected}
      onSelected={setSelected}
      empty={shown.length === 0 ? `Nothing matches “${typed}”.` : null}
    >
      {grouped
        ? groups.map((group) => <Group key={group} title={group} of={shown.filter((each) => each.group === group)} />)
        : shown.map((each) => <Row key={each.id} entry={each} group={each.group} />)}
    </SearchedList>
  )
}

function Group({ title, of }: { title: string; of: readonly Entry[] }) {
  if (of.length === 0) return null
  return (
    <Cmdk.Group heading={title} className={styles.group}>
      {of.map((each) => (
        <Row key={each.id} entry={each} group={null} />
      ))}
    </Cmdk.Group>
  )
}

/** The dialog closes first, so that the focus is restored before the command runs. */
function runAfterClosing(run: () => void): void {
  closeOverlay()
  setTimeout(run)
}

/** @param group shown after the name in lists with mixed groups */
function Row({ entry, group }: { entry: Entry; group: string | null }) {
  return (
    <Cmdk.Item
      value={entry.id}
      disabled={!entry.enabled}
      className={styles.item}
      onSelect={() => runAfterClosing(entry.run)}
    >
      <span>{entry.title}</span>
      {(group !== null || !entry.enabled) && (
        <span className={styles.group}>{entry.enabled ? group : 'not available now'}</span>
      )}
      {entry.keys !== undefined && <Kbd keys={entry.keys} />}
    </Cmdk.Item>
  )
}

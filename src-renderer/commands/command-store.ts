import { useEffect } from 'react'
import { create } from 'zustand'
import { matchesKeys } from '../widgets/keys.ts'

/** An action available by key, in the palette or from a menu. */
export interface Command {
  /** Equals the shell's command id if the shell has this command too. */
  readonly id: string
  /** Title in the imperative: `New conversation`. */
  readonly title: string
  readonly group: CommandGroup
  /** Additional search keywords. */
  readonly words?: string
  readonly keys?: string | undefined
  /** Omitted from the palette because another command there covers it. */
  readonly keyOnly?: true
  /** Whether its key works while a text field has the focus. Keys with `mod` or `alt` and F-keys always do. */
  readonly whileTyping?: boolean
  /** When false, the command can't run and its key does nothing. */
  readonly enabled?: (() => boolean) | undefined
  readonly run: () => void
}
export const commandGroups = ['Conversation', 'Run', 'Timeline', 'View', 'Project', 'Settings', 'Help'] as const
type CommandGroup = (typeof commandGroups)[number]

/** All registered commands: the window's own and those of mounted views. */
export const useCommandStore = create<{ readonly commands: readonly Command[] }>(() => ({ commands: [] }))

/** Registers commands and returns a function that removes them. A later command replaces one with the same id. */
export function offerCommands(commands: readonly Command[]): () => void {
  useCommandStore.setState((state) => ({ commands: [...state.commands, ...commands] }))
  return () =>
    useCommandStore.setState((state) => ({ commands: state.commands.filter((each) => !commands.includes(each)) }))
}

/** Registers commands while the component is mounted. `commands` must be stable or memoized. */
export function useCommands(commands: readonly Command[]): void {
  useEffect(() => offerCommands(commands), [commands])
}

function isEnabled(command: Command): boolean {
  return command.enabled?.() ?? true
}

export interface OfferedCommand {
  readonly command: Command
  /** Whether it can run now. */
  readonly enabled: boolean
}

/** All commands, keeping the latest for each id. */
export function offeredCommands(commands: readonly Command[]): OfferedCommand[] {
  const latest = [...new Map(commands.map((each) => [each.id, each])).values()]
  return latest.map((command) => ({ command, enabled: isEnabled(command) }))
}

export function runCommand(id: string): void {
  const command = useCommandStore.getState().commands.findLast((each) => each.id === id)
  if (command !== undefined && isEnabled(command)) command.run()
}

/** Whether a dialog, menu or list is open over the workbench and receives the keys. */
export function isOverlayOpen(): boolean {
  const floating = document.querySelectorAll(
    '[data-base-ui-portal] :is([role="dialog"], [role="menu"], [role="listbox"])',
  )
  // A closed list stays mounted, hidden, and may still be fading out.
  return [...floating].some((each) => each.checkVisibility() && each.closest('[data-closed]') === null)
}

function isTyping(event: KeyboardEvent): boolean {
  const { target } = event
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
}

const always = /mod|alt|^(shift\+)?F\d/

/** Runs the command bound to the pressed key. Returns whether there was one. */
export function handleKey(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing) return false
  const floats = isOverlayOpen()
  const command = useCommandStore
    .getState()
    .commands.findLast(
      (each) =>
        each.keys !== undefined &&
        matchesKeys(event, each.keys) &&
        (!floats || each.id === 'command-palette') &&
        (each.whileTyping === true || always.test(each.keys) || !isTyping(event)) &&
        isEnabled(each),
    )
  if (command === undefined) return false
  event.preventDefault()
  command.run()
  return true
}

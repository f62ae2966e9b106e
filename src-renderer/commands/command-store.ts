import { useEffect } from 'react'
import { create } from 'zustand'
import { pressed } from '../widgets/keys.ts'

/** Something the user can ask for: by its key, in the palette, or from a menu. */
export interface Command {
  /** The same as the shell's own command, if there is one. */
  readonly id: string
  /** What it does, in the imperative: `New conversation`. */
  readonly title: string
  readonly group: CommandGroup
  /** More words to find it by. */
  readonly words?: string
  readonly keys?: string | undefined
  /** Said by its key alone: the palette has another command for it. */
  readonly keyOnly?: true
  /** Its key works while a text field has the focus too; keys with `mod`, `alt` and F-keys always do. */
  readonly whileTyping?: boolean
  /** False: not offered now, and its key does nothing. */
  readonly enabled?: (() => boolean) | undefined
  readonly run: () => void
}
export const commandGroups = ['Conversation', 'Run', 'Timeline', 'View', 'Project', 'Settings', 'Help'] as const
type CommandGroup = (typeof commandGroups)[number]

/** All commands there are: the frame's own, and those of the views that are on screen. */
export const useCommandStore = create<{ readonly commands: readonly Command[] }>(() => ({ commands: [] }))

/** Offers commands until the returned function is called. A later command takes the place of an equal id. */
export function offerCommands(commands: readonly Command[]): () => void {
  useCommandStore.setState((state) => ({ commands: [...state.commands, ...commands] }))
  return () =>
    useCommandStore.setState((state) => ({ commands: state.commands.filter((each) => !commands.includes(each)) }))
}

/** Offers commands while the component is there. `commands` must be stable or memoised. */
export function useCommands(commands: readonly Command[]): void {
  useEffect(() => offerCommands(commands), [commands])
}

function isEnabled(command: Command): boolean {
  return command.enabled?.() ?? true
}

export interface OfferedCommand {
  readonly command: Command
  /** Whether it can be carried out now. */
  readonly enabled: boolean
}

/** All commands, the latest of each id. */
export function offeredCommands(commands: readonly Command[]): OfferedCommand[] {
  const latest = [...new Map(commands.map((each) => [each.id, each])).values()]
  return latest.map((command) => ({ command, enabled: isEnabled(command) }))
}

export function runCommand(id: string): void {
  const command = useCommandStore.getState().commands.findLast((each) => each.id === id)
  if (command !== undefined && isEnabled(command)) command.run()
}

/** Whether a dialog, menu or list floats over the workbench: it has the keyboard for itself then. */
export function somethingFloats(): boolean {
  const floating = document.querySelectorAll(
    '[data-base-ui-portal] :is([role="dialog"], [role="menu"], [role="listbox"])',
  )
  // A list that was open once stays in the page, unseen; one that is closed already may still be fading out.
  return [...floating].some((each) => each.checkVisibility() && each.closest('[data-closed]') === null)
}

function isTyping(event: KeyboardEvent): boolean {
  const { target } = event
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
}

const always = /mod|alt|^(shift\+)?F\d/

/** Carries out the command whose key was pressed; answers whether there was one. */
export function takeKey(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing) return false
  const floats = somethingFloats()
  const command = useCommandStore
    .getState()
    .commands.findLast(
      (each) =>
        each.keys !== undefined &&
        pressed(event, each.keys) &&
        (!floats || each.id === 'command-palette') &&
        (each.whileTyping === true || always.test(each.keys) || !isTyping(event)) &&
        isEnabled(each),
    )
  if (command === undefined) return false
  event.preventDefault()
  command.run()
  return true
}

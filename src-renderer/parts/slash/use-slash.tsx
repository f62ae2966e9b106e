import { FileText, Slash } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import type { CompletionItem } from '../message-box/completion-list.tsx'
import { commandOf, matching, type SlashCommand, slashAt } from './slash-commands.ts'

export interface SlashState {
  readonly items: readonly CompletionItem[]
  readonly active: number
  readonly setActive: (index: number) => void
  readonly choose: (index: number) => void
  /** Checks whether the caret is in a command's name; called after every change of text or caret. */
  readonly look: (box: HTMLTextAreaElement) => void
  readonly close: () => void
  /** Returns whether the list handled the key. */
  readonly takeKey: (event: KeyboardEvent) => boolean
  /** Runs the command that the message begins with, instead of sending it. Returns whether there is one. */
  readonly takeSend: () => boolean
  /** About the last command, until the text is empty. */
  readonly note: string | null
}

/** Completes and runs commands at the start of the message. @param put replaces the message's text */
export function useSlash(text: string, commands: readonly SlashCommand[], put: (text: string) => void): SlashState {
  const [typed, setTyped] = useState<string | null>(null)
  const [active, setActive] = useState(0)
  const [said, setSaid] = useState<{ readonly note: string; readonly of: string } | null>(null)
  const found = typed === null ? [] : matching(typed, commands)
  const show = (name: string | null) => {
    setTyped(name)
    setActive(0)
  }
  const run = (command: SlashCommand, rest: string) => {
    const { text: next, note } = command.run(rest)
    put(next)
    setSaid(note === null ? null : { note, of: next })
    show(next === '/' ? '' : null)
  }
  const choose = (index: number) => {
    const command = found[index]
    if (command === undefined) return
    if (command.hint === '') return run(command, '')
    put(`/${command.name} `)
    show(null)
  }
  const takeKey = (event: KeyboardEvent) => {
    if (found.length === 0 || event.nativeEvent.isComposing) return false
    if (event.key === 'ArrowDown') setActive((active + 1) % found.length)
    else if (event.key === 'ArrowUp') setActive((active - 1 + found.length) % found.length)
    else if (event.key === 'Escape') show(null)
    else if ((event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey) choose(active)
    else return false
    event.preventDefault()
    return true
  }
  return {
    items: found.map(itemOf),
    active,
    setActive,
    choose,
    takeKey,
    look: (box) => {
      const now = slashAt(box.value, box.selectionStart)
      if (now !== typed) show(now)
      if (said?.of === '' && box.value !== '') setSaid(null)
    },
    close: () => show(null),
    takeSend: () => {
      const given = commandOf(text, commands)
      if (given === null) return false
      run(given.command, given.typed)
      return true
    },
    note: said !== null && (text !== '' || said.of === '') ? said.note : null,
  }
}

const itemOf = ({ name, hint, description, source }: SlashCommand): CompletionItem => ({
  key: name,
  icon: source === 'app' ? <Slash aria-hidden="true" /> : <FileText aria-hidden="true" />,
  name: `/${name}`,
  detail: hint === '' ? description : `${hint} · ${description}`,
})

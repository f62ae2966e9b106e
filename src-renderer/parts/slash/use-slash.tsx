import { FileText, GraduationCap, Plug, Slash } from 'lucide-react'
import { useRef, useState } from 'react'
import { failureFrom } from '../../../src-shared/base/failure.ts'
import type { ImageInfo } from '../../../src-shared/mentions/image-marks.ts'
import { slashOf } from '../../../src-shared/prompt-files/prompt-file.ts'
import type { CompletionItem } from '../message-box/completion-list.tsx'
import { type Completions, useCompletions } from '../message-box/use-completions.ts'
import { commandOf, matching, type SlashCommand, type SlashResult, slashAt } from './slash-commands.ts'
import { useProposals, withProposal } from './use-proposals.ts'

export interface SlashState extends Completions {
  /** Runs the command that the message begins with, instead of sending it. Returns whether there is one. */
  readonly takeSend: () => boolean
  /** About the last command, until the text is empty. */
  readonly note: string | null
}

/**
 * Completes and runs commands at the start of the message.
 * @param put replaces the message's text, and adds images to it
 */
export function useSlash(
  text: string,
  commands: readonly SlashCommand[],
  put: (text: string, images: readonly ImageInfo[]) => void,
): SlashState {
  const [typed, setTyped] = useState<string | null>(null)
  const [argument, setArgument] = useState<string | null>(null)
  const { setActive, listOf } = useCompletions()
  const [said, setSaid] = useState<{ readonly note: string; readonly of: string } | null>(null)
  const latest = useRef(text)
  latest.current = text
  const given = argument === null ? null : commandOf(text, commands)
  const proposals = useProposals(given?.command ?? null, argument)
  const found = typed === null ? [] : matching(typed, commands)
  const items = typed === null ? proposals.map(proposalItem) : found.map(itemOf)
  const show = (name: string | null) => {
    setTyped(name)
    setArgument(null)
    setActive(0)
  }
  const take = ({ text: next, note, images = [], later }: SlashResult) => {
    put(next, images)
    setSaid(note === null ? null : { note, of: next })
    show(next === '/' ? '' : null)
    // What was changed meanwhile is not replaced.
    const isStill = () => latest.current === next
    void later?.then(
      (result) => isStill() && take(result),
      (thrown: unknown) => {
        const { message, advice } = failureFrom(thrown)
        if (isStill()) setSaid({ note: `${message} ${advice}`, of: next })
      },
    )
  }
  const run = (command: SlashCommand, rest: string) => take(command.run(rest))
  const choose = (index: number) => {
    const value = proposals[index]
    if (typed === null && value !== undefined) {
      put(withProposal(text, value), [])
      return show(null)
    }
    const command = found[index]
    if (command === undefined) return
    if (command.hint === '') return run(command, '')
    put(`/${command.name} `, [])
    show(null)
  }
  const look = (box: HTMLTextAreaElement) => {
    const now = slashAt(box.value, box.selectionStart)
    if (now !== typed) show(now)
    const end = box.selectionStart === box.value.length && now === null ? slashOf(`${box.value}|`) : null
    setArgument(end === null || !/\s/.test(box.value) ? null : end.typed.slice(0, -1))
    if (said?.of === '' && box.value !== '') setSaid(null)
  }
  return {
    // Enter sends a command whose arguments are proposals only: these are taken by Tab, or after the arrow keys.
    ...listOf({ items, choose, look, close: () => show(null), entersLate: typed === null }),
    takeSend: () => {
      const command = commandOf(text, commands)
      if (command === null) return false
      run(command.command, command.typed)
      return true
    },
    note: said !== null && (text !== '' || said.of === '') ? said.note : null,
  }
}

const proposalItem = (value: string): CompletionItem => ({
  key: value,
  icon: <Slash aria-hidden="true" />,
  name: value,
  detail: '',
})

const icons = { app: Slash, user: FileText, project: FileText, server: Plug, skill: GraduationCap }

function itemOf({ name, hint, description, source }: SlashCommand): CompletionItem {
  const Icon = icons[source]
  return {
    key: name,
    icon: <Icon aria-hidden="true" />,
    name: `/${name}`,
    detail: [hint, description].filter((each) => each !== '').join(' · '),
  }
}

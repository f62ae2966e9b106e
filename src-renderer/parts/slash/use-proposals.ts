import { useEffect, useState } from 'react'
import type { SlashCommand } from './slash-commands.ts'

const pauseMs = 150
const none: readonly string[] = []

/**
 * What a server proposes for the argument that is being typed.
 * @param typed after the command's name, up to the caret; null if nothing is being typed there
 */
export function useProposals(command: SlashCommand | null, typed: string | null): readonly string[] {
  const [found, setFound] = useState<{ readonly of: string; readonly values: readonly string[] } | null>(null)
  const name = command?.name ?? ''
  const propose = command?.propose
  const of = `${name} ${typed}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: the name stands for the command, which is new in each render.
  useEffect(() => {
    if (propose === undefined || typed === null) return setFound(null)
    let isWanted = true
    const timer = setTimeout(() => {
      void propose(typed)
        .catch(() => none)
        .then((values) => isWanted && setFound({ of, values }))
    }, pauseMs)
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [of])
  return found?.of === of ? found.values : none
}

/** The text with the word at its end replaced by a proposal. */
export const withProposal = (text: string, value: string): string =>
  `${text.replace(/\S*$/, '')}${/\s/.test(value) ? `"${value}"` : value} `

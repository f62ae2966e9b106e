import { listed } from '../../src-shared/base/format.ts'
import type { ToolLimits } from '../../src-shared/model/tool.ts'
import { readingsOf } from './call-readings.ts'
import { commandsCover, type GatedCall, type Rule } from './rules.ts'

/** Rules that a helper's own file states. They only ask and deny. */
export const heldRules = ({ held = [] }: ToolLimits): readonly Rule[] => held.flatMap(({ rules }) => rules)

/** The problem if a helper may not run a command; null if it may, or if it is none. */
export function heldForbids({ held = [] }: ToolLimits, call: GatedCall): string | null {
  if (readingsOf(call).length === 0) return null
  for (const { commands } of held)
    if (commands !== null && !commandsCover(commands, call))
      return commands.length === 0
        ? 'This helper may run no commands.'
        : `This helper may run only ${listed(commands)}; each part of a command has to be one of these.`
  return null
}

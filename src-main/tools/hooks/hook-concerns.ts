import { matchesWildcards } from '../../../src-shared/commands/match-command.ts'
import type { Hook } from '../../../src-shared/hooks/hook.ts'
import { readingsOf } from '../call-readings.ts'
import { type GatedCall, ruleConcerns } from '../rules.ts'

/**
 * Whether a hook runs for a call. Its pattern is in the language of approval rules that ask or deny; it also runs for
 * what may turn out to be what it is for.
 */
export function hookConcerns({ event, tool = '*', pattern }: Hook, call: GatedCall): boolean {
  if (event === 'run-end') return false
  if (call.effect === 'edit') {
    const isForEdits = event === 'after-edit' || editTools.some((each) => matchesWildcards(tool, each))
    return isForEdits && ruleConcerns({ tool: 'edit_file', pattern: pattern ?? '**' }, call) !== 'no'
  }
  if (event !== 'before-tool') return false
  if (pattern === undefined)
    return matchesWildcards(tool, call.tool) || (tool === 'shell' && readingsOf(call).length > 0)
  return ruleConcerns({ tool, pattern }, call) !== 'no'
}

/** A rule for one of them holds for both. */
const editTools = ['edit_file', 'write_file']

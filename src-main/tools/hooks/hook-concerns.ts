import type { Hook } from '../../../src-shared/hooks/hook.ts'
import { type GatedCall, matchesWildcards, ruleConcerns } from '../rules.ts'

/** Whether a hook runs for a call. Its pattern is in the language of approval rules that ask or deny. */
export function hookConcerns({ event, tool = '*', pattern }: Hook, call: GatedCall): boolean {
  if (event === 'run-end') return false
  if (call.effect === 'edit') {
    const isForEdits = event === 'after-edit' || editTools.some((each) => matchesWildcards(tool, each))
    return isForEdits && ruleConcerns({ tool: 'edit_file', pattern: pattern ?? '**' }, call)
  }
  return event === 'before-tool' && ruleConcerns({ tool, pattern: pattern ?? '*' }, call)
}

/** A rule for one of them holds for both. */
const editTools = ['edit_file', 'write_file']

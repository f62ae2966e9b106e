import type { Situation } from './situation.ts'
import { calls, type DemoAnswer } from './wire.ts'

/** Figures for comparing solutions: the higher, the better. */
type Merit = readonly [passes: number, changes: number, smallness: number]

/**
 * Chooses between two solutions by their text: one whose check passed, then one that changed
 * something, then the smaller change.
 */
export function submitPreference({ goal }: Situation, tool: string): DemoAnswer {
  const [first, second] = [meritOf(goal, 'A'), meritOf(goal, 'B')]
  const at = first.findIndex((figure, index) => figure !== second[index])
  const better = at < 0 ? 'tie' : (first[at] ?? 0) > (second[at] ?? 0) ? 'A' : 'B'
  return calls('', {
    tool,
    arguments: { better, reasoning: reasons[at] ?? 'I can’t tell a difference between them.' },
  })
}

const reasons = [
  'Its check passed; the other one’s did not.',
  'It changed something; the other one changed nothing.',
  'Its change is smaller.',
]

function meritOf(text: string, name: 'A' | 'B'): Merit {
  const parts = text.split(/^# Solution ([AB])$/m)
  const solution = parts[parts.indexOf(name) + 1] ?? ''
  const description = solution.split('What it says of itself:')[0] ?? ''
  // The last match: the solution's own text may contain the same words, and lists whose lines look like a diff.
  const patch = solution.split('\nWhat it changed:\n').at(-1) ?? ''
  const lines = patch.match(/^[+-](?![+-]{2} )/gm)?.length ?? 0
  return [/check of this solution passed/.test(description) ? 1 : 0, lines > 0 ? 1 : 0, -lines]
}

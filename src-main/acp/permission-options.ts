import { z } from 'zod'

/** What the user, a rule or the mode decided about a call. */
export type Decision = 'allow' | 'deny'

const option = z.object({ optionId: z.string(), kind: z.string() })
const offered = z.object({ options: z.array(z.unknown()) })

/**
 * The option of an agent's question that says what was decided; null if none does.
 *
 * 1. Options are chosen by their kind, never by their position: several agents put “always” first.
 * 2. “Always” is never chosen, since it would take later calls out of our gate. Rules that the user keeps are ours.
 */
export function optionFor(params: unknown, decision: Decision): string | null {
  const read = offered.safeParse(params)
  const options = read.success ? read.data.options.flatMap((each) => option.safeParse(each).data ?? []) : []
  const kinds = decision === 'allow' ? ['allow_once'] : ['reject_once', 'reject_always']
  for (const kind of kinds) {
    const found = options.find((each) => each.kind === kind)
    if (found !== undefined) return found.optionId
  }
  return null
}

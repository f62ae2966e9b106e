import { FailureError } from '../../../src-shared/base/failure.ts'
import { counted, listed } from '../../../src-shared/base/format.ts'
import type { Run } from '../../../src-shared/run/conversation.ts'
import type { Host } from '../../host/host.ts'

/** Runs that are looked through, and that `agent list` prints: the newest. */
export const maxListed = 10_000
/** Runs that an ambiguous id names in the sentence that says so. */
const maxNamed = 4

/**
 * The run that a person names: by its id, by a beginning or end of it that no other run has, or by its number in
 * `agent list`, 1 for the newest. The word `run_` may be left out.
 * @throws FailureError if there is none, or more than one
 */
export function runNamed(host: Host, typed: string): Run {
  const exact = host.runs.get(typed)
  if (exact !== undefined) return exact
  const found = matching(host, typed)
  const [first] = found
  if (first !== undefined && found.length === 1) return first
  throw new FailureError({
    kind: 'not-found',
    message:
      found.length === 0
        ? `There is no run ${JSON.stringify(typed)}.`
        : `${JSON.stringify(typed)} fits ${counted(found.length, 'run')}: ${names(found)}.`,
    advice:
      found.length === 0
        ? '`agent list` lists all runs.'
        : 'Give more of the id; the last characters tell runs apart best.',
  })
}

function matching(host: Host, typed: string): Run[] {
  const runs = host.runs.list(null, maxListed)
  // No id is that short, and the first ones of all ids are figures.
  if (/^\d{1,5}$/.test(typed)) return runs.filter((_, at) => at + 1 === Number(typed))
  const part = typed.toLowerCase().replace(/^run_/, '')
  if (part === '') return []
  return runs.filter(({ id }) => id.slice('run_'.length).startsWith(part) || id.endsWith(part))
}

function names(runs: readonly Run[]): string {
  const ids = runs.slice(0, maxNamed).map(({ id }) => id)
  return listed(runs.length > maxNamed ? [...ids, `${runs.length - maxNamed} more`] : ids)
}

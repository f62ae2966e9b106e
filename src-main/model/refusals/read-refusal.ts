import type { JsonObject } from '../../../src-shared/base/json.ts'
import type { Named } from './named.ts'
import { isNamed, isSampling, type ParameterRow, parameterRows } from './parameter-rows.ts'

/** What was refused, as far as it can be withheld. */
export interface Sent {
  readonly parameters: JsonObject
  /** Rows of the API (`Wire.parameterRows`). */
  readonly rows: readonly ParameterRow[]
  /** What has been withheld in vain, for this call. */
  readonly tried: ReadonlySet<string>
}

/**
 * What to leave out after a refusal: the term of the first row that the error names. Places and quoted names say more
 * than other words, so they come first. Null if the error names nothing that was sent and can be left out.
 */
export function refusedIn({ places, quoted, text }: Named, { parameters, rows, tried }: Sent): string | null {
  const open = parameterRows(parameters, rows).filter(({ term }) => !tried.has(term))
  const named = (each: string) => (row: ParameterRow) => saidBy(row, each)
  const all = [...places, ...quoted, text]
  const drawn = open.filter(isSampling).find((row) => all.some((each) => saidBy(row, each)))
  if (drawn !== undefined) return drawn.term
  for (const each of all) {
    const row = open.find(named(each))
    if (row !== undefined) return row.term
  }
  return null
}

function saidBy({ term, said }: ParameterRow, text: string): boolean {
  return isNamed(term, text) || said?.test(text) === true
}

import { z } from 'zod'
import { workBounded } from '../../bounded/bounded-work.ts'
import { parseToml, smallToml } from '../../bounded/toml-text.ts'

export type ReadToml =
  | { readonly ok: true; readonly value: unknown }
  /** `problem`: why, in a sentence with the line. */
  | { readonly ok: false; readonly problem: string }

/**
 * Reads TOML 1.0, more than a little in a thread with a time limit. Dates are `Date`s; whole numbers that no `number` holds exactly are
 * refused. Never throws.
 */
export async function readToml(text: string): Promise<ReadToml> {
  if (text.length <= smallToml)
    return await parseToml(text).then(
      (value) => ({ ok: true, value }),
      (thrown: unknown) => ({ ok: false, problem: `${thrown instanceof Error ? thrown.message : String(thrown)}.` }),
    )
  const read = await workBounded({ kind: 'toml', text }, z.unknown())
  if (read.kind === 'done') return { ok: true, value: read.value }
  return { ok: false, problem: read.kind === 'failed' ? `${read.why}.` : 'It takes too long to read.' }
}

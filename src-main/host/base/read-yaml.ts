import { z } from 'zod'
import { workBounded } from '../../bounded/bounded-work.ts'
import { readSmallYaml } from '../../bounded/small-yaml.ts'

export type ReadYaml =
  | { readonly ok: true; readonly value: unknown }
  /** `why`: in the words of the library, or null if it took too long. */
  | { readonly ok: false; readonly why: string | null }

/** Reads YAML, more than a little in a thread with a time limit. Numbers and dates stay as they are written. Never throws. */
export async function readYaml(text: string): Promise<ReadYaml> {
  const read = (await readSmallYaml(text)) ?? (await workBounded({ kind: 'yaml', text, failsafe: true }, z.unknown()))
  if (read.kind === 'done') return { ok: true, value: read.value }
  return { ok: false, why: read.kind === 'failed' ? read.why : null }
}

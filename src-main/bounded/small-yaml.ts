import type { Bounded } from './bounded-work.ts'

/** Characters that are read in the host's own thread: the worst of them take less time than a thread takes to start. */
const most = 2000

/**
 * YAML that is too small to hold anybody up, as plain data; numbers and dates stay as they are written.
 * @returns null if it is longer: then it is work for a thread
 */
export async function readSmallYaml(
  text: string,
): Promise<Extract<Bounded<unknown>, { kind: 'done' | 'failed' }> | null> {
  if (text.length > most) return null
  const { parse } = await import('yaml')
  try {
    return { kind: 'done', value: parse(text, { schema: 'failsafe', maxAliasCount: 10, logLevel: 'error' }) }
  } catch (thrown) {
    return { kind: 'failed', why: thrown instanceof Error ? thrown.message : String(thrown), failure: null }
  }
}

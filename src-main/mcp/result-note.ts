import { z } from 'zod'
import { excessIn } from '../../src-shared/base/excess.ts'
import { workBounded } from '../bounded/bounded-work.ts'
import { visibleName } from '../tools/text/visible.ts'

/**
 * What is odd about a result, as a sentence; null if nothing is. A call was carried out, whatever its result looks like:
 * a result that is not what the tool's output schema says is passed on.
 */
export async function resultNote(
  result: Readonly<Record<string, unknown>>,
  schema: unknown,
  signal: AbortSignal,
): Promise<string | null> {
  if (schema === undefined || result['isError'] === true) return null
  const { structuredContent: value } = result
  if (value === undefined) return 'The tool has an output schema, but there is no structured result.'
  // What is too much is left out by the one who reads it, who says so.
  if (excessIn(value) !== null) return null
  const match = await workBounded({ kind: 'schema-match', schema, value }, z.string().nullable(), { signal })
  switch (match.kind) {
    case 'done':
      return match.value === null
        ? null
        : `The structured result is not what the tool’s output schema says: ${visibleName(match.value)}.`
    case 'failed':
      return `The tool’s output schema can’t be used: ${visibleName(match.why)}.`
    case 'too-much':
      return 'Comparing the structured result with the tool’s output schema took too long, so it was not compared.'
    case 'stopped':
      return null
  }
}

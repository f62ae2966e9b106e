import { z } from 'zod'
import { json } from '../../../src-shared/base/json.ts'
import { laneLabelAt, maxLanes } from '../../../src-shared/comparison/lane-label.ts'
import { optionParts } from '../../../src-shared/strategy/with-option.ts'
import { readSet, type SetOption } from '../arguments/set-options.ts'
import { UsageError } from '../arguments/usage.ts'
import { isOfLane, type LaneArgument, laneArgument, reserved } from './compare-lane.ts'
import { readJsonFile } from './compare-tasks.ts'

/** `[{"strategy": "retry(tool-loop)", "maxRetries": 2, "model": "m2"}, …]`: the fields are those of `--lane`. */
const lanesFile = z
  .array(
    z
      .object({ strategy: z.string('it has no strategy').min(1, 'its strategy is empty') })
      .catchall(json)
      .refine(
        (row) =>
          Object.entries(row).every(([name, value]) => !isOfLane(name) || ['string', 'number'].includes(typeof value)),
        { message: `${reserved.join(', ')} and limits must be text or numbers` },
      ),
    'it is not a list of lanes: [{"strategy": "…"}, …]',
  )
  .min(1, 'it has no lanes')
  .max(maxLanes, `it has more than ${maxLanes} lanes`)

/**
 * Lanes of a file, a row each.
 * @param before how many lanes there are before them
 * @throws UsageError if the file can't be read or is none, with what is wrong in which row
 */
export function readLanesFile(file: string, before: number, workingFolder: string): LaneArgument[] {
  const rows = lanesFile.safeParse(readJsonFile(file, 'lanes'))
  if (!rows.success) {
    const [issue] = rows.error.issues
    const [at] = issue?.path ?? []
    const prefix = at === undefined ? '' : `lane ${Number(at) + 1}: `
    throw new UsageError(`The lanes in ${file} are not valid: ${prefix}${issue?.message ?? ''}.`, 'compare')
  }
  return rows.data.map(({ strategy, ...row }, at) => {
    const fields = Object.entries(row)
    const own = fields.flatMap(([name, value]): [string, string][] => (isOfLane(name) ? [[name, String(value)]] : []))
    const options = fields.filter(([name]) => !isOfLane(name))
    return laneArgument(
      `row ${at + 1} of ${file}`,
      laneLabelAt(before + at),
      strategy,
      new Map(own),
      options.map(
        ([name, value]): SetOption =>
          optionParts(name).isPrompt && typeof value === 'string' ? readSet(name, value, workingFolder) : [name, value],
      ),
    )
  })
}

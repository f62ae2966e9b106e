import { processOptions } from './argument-parts.ts'
import { resultOptions } from './compare-values.ts'
import { UsageError } from './usage.ts'

const withResume: ReadonlySet<string> = new Set([
  ...[
    'resume',
    'repeat',
    'extend',
    'max-cost',
    'max-time',
    'max-tokens',
    'apply',
    'json',
    'project',
    'approve-plan',
    'tools-in-text',
    'break',
  ],
  ...[...Object.keys(processOptions), ...Object.keys(resultOptions)],
])

/** @throws UsageError for what could be taken for a change of what continues as it was begun */
export function refuseOtherWishes(values: Readonly<Record<string, unknown>>, positionals: readonly string[]): void {
  if (['lane', 'lanes', 'sweep'].some((each) => values[each] !== undefined) || positionals.length > 0)
    throw new UsageError('--resume takes no lanes and no message: it uses those of the comparison.', 'compare')
  const other = Object.keys(values).find((each) => !withResume.has(each))
  if (other !== undefined)
    throw new UsageError(`--resume continues with the original settings, so it does not take --${other}.`, 'compare')
}

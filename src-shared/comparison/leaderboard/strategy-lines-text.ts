import { counted, formatFixed, formatPercent, listed, plural } from '../../base/format.ts'
import { modelsText } from './leaderboard-text.ts'
import type { StrategyLine, StrategyVersion, VersionChange } from './strategy-lines.ts'

/** `Retry › Tool loop · Mini · maxRetries=2` */
export const lineText = (line: StrategyLine): string =>
  [line.title, modelsText(line.models), line.options, line.limits === '' ? '' : `limits: ${line.limits}`]
    .filter((each) => each !== '')
    .join(' · ')

/** `2026-11-22` */
export const firstUseText = ({ firstAt }: Pick<StrategyVersion, 'firstAt'>): string =>
  new Date(firstAt).toISOString().slice(0, 10)

/** `62 % (48–74 %) of 40` */
export const versionSuccessText = ({ success, trials }: StrategyVersion): string =>
  `${formatPercent(success.value)} (${formatFixed(success.from * 100, 0)}–${formatPercent(success.to ?? 1)}) of ${trials}`

/** `+12 points (−3 to +27) on 20 tasks`; what is known of the change to this version. */
export function changeText(change: VersionChange | null, isFirst: boolean): string {
  if (isFirst) return 'first'
  if (change === null) return 'no task in common'
  const { value, interval, tasks } = change
  const range = interval === null ? '' : ` (${points(interval.from)} to ${points(interval.to)})`
  return `${points(value)} ${plural(Math.abs(Math.round(value * 100)), 'point')}${range} on ${counted(tasks, 'task')}`
}

const points = (share: number): string => {
  const whole = Math.round(share * 100)
  return whole < 0 ? `−${-whole}` : whole > 0 ? `+${whole}` : '0'
}

/** What the test says of a change. */
export const changeVerdictText = (change: VersionChange | null): string =>
  change === null ? '' : change.verdict === 'not enough' ? 'not enough to tell' : change.verdict

/** How to read the versions of a strategy, in sentences. */
export function lineNotes({ versions, shared }: StrategyLine, alpha: number): string[] {
  const sure = formatPercent(1 - alpha)
  const changed = versions.flatMap(({ version, change }) =>
    change === null || change.verdict === 'not enough' ? [] : [`${version} (${change.verdict})`],
  )
  return [
    changed.length === 0
      ? 'No version is shown to be better or worse than the one before it.'
      : `Shown to differ from the one before: ${listed(changed)}.`,
    shared === null
      ? 'The versions did different tasks: compare the changes, which are over the tasks that both versions did, not the levels.'
      : `Success is over the ${counted(shared, 'task')} that all versions did.`,
    `Only trials of the same version of a task and its check are compared, with the exact test of each change, corrected for all of them (Holm); intervals are at ${sure}.`,
  ]
}

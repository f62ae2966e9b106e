import type { Leaderboard } from '../../../src-shared/comparison/leaderboard/leaderboard.ts'
import type { StrategyLine, StrategyVersion } from '../../../src-shared/comparison/leaderboard/strategy-lines.ts'
import {
  changeText,
  changeVerdictText,
  firstUseText,
  lineNotes,
  lineText,
  versionSuccessText,
} from '../../../src-shared/comparison/leaderboard/strategy-lines-text.ts'
import { UsageError } from '../arguments/usage.ts'
import { inColumns } from '../columns.ts'

/**
 * The lines of a strategy by its name or title.
 * @throws UsageError if no strategy of this name has trials with two versions
 */
export function linesNamed({ lines }: Leaderboard, strategy: string): StrategyLine[] {
  const wanted = strategy.toLowerCase()
  const found = lines.filter(({ title, choice }) => title.toLowerCase() === wanted || choice?.name === wanted)
  if (found.length > 0) return found
  const known = [...new Set(lines.map(({ title }) => title))].join(', ')
  throw new UsageError(
    `No strategy called ${strategy} has trials of these tasks with two versions. ${known === '' ? 'There is none yet.' : `There are: ${known}.`}`,
    'leaderboard',
  )
}

/** The versions of a strategy in the order of their first use, with a plot of success. */
export function versionLines(line: StrategyLine, alpha: number, width: number | null): string[] {
  const rows = line.versions.map((each, at) => [
    String(at + 1),
    each.version,
    firstUseText(each),
    barOf(each),
    versionSuccessText(each),
    changeText(each.change, at === 0),
    changeVerdictText(each.change),
  ])
  const head = ['', 'version', 'first used', '0 %               100 %', 'success', 'to the one before', 'verdict']
  return [lineText(line), ...inColumns([head, ...rows], width), ...lineNotes(line, alpha)]
}

const cells = 23

/** The interval as a line with its point. */
function barOf({ success }: StrategyVersion): string {
  const place = (share: number) => Math.round(share * (cells - 1))
  const [from, at, to] = [place(success.from), place(success.value), place(success.to ?? 1)]
  return Array.from({ length: cells }, (_, cell) => (cell === at ? '●' : cell >= from && cell <= to ? '─' : '·')).join(
    '',
  )
}

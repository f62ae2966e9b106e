import { assertNever } from '../../base/assert-never.ts'
import { counted, formatCost, formatDuration, formatFixed, formatPercent, plural } from '../../base/format.ts'
import type { EntryIdentity } from './entry-trials.ts'
import type { Leaderboard, LeaderboardEntry, UnrankedReason } from './leaderboard.ts'

/** `1`, `1–3`; empty: not ranked. */
export function rankText({ standing }: Pick<LeaderboardEntry, 'standing'>): string {
  if (standing.kind === 'unranked') return ''
  const { from, to } = standing.rank
  return from === to ? String(from) : `${from}–${to}`
}

/** Why an entry has no rank, in a few words. */
export function unrankedText(reason: UnrankedReason): string {
  switch (reason) {
    case 'older-tasks':
      return 'earlier versions of the tasks'
    case 'older-strategy':
      return 'earlier version of the strategy'
    case 'few-tasks':
      return 'too few of the tasks'
    case 'other-tasks':
      return 'versions of its tasks are not known'
    default:
      return assertNever(reason)
  }
}

/** Options, limits and where it was imported from, in one line; empty: nothing to say. */
export const detailsText = ({ options, limits, importedFrom }: EntryIdentity): string =>
  [options, limits === '' ? '' : `limits: ${limits}`, importedFrom === null ? '' : `imported from ${importedFrom}`]
    .filter((each) => each !== '')
    .join(' · ')

/** `Mini, effort high; critic: Large`. The model's name is said unless its profile is called by it. */
export function modelsText(models: EntryIdentity['models']): string {
  return models
    .map(({ role, profileName, model, setting }) => {
      const name =
        profileName === '' || profileName.includes(model) ? profileName || model : `${profileName} (${model})`
      const whole = setting === '' ? name : `${name}, ${setting}`
      return role === 'default' ? whole : `${role}: ${whole}`
    })
    .join('; ')
}

/** `75 % of 40`. */
export const successText = ({ success, trials }: LeaderboardEntry): string =>
  success === null ? 'no trials' : `${formatPercent(success.value)} of ${trials}`

/** `61–86 %`; empty: nothing is known. */
export const rangeText = ({ success }: LeaderboardEntry): string =>
  success?.to == null ? '' : `${formatFixed(success.from * 100, 0)}–${formatPercent(success.to)}`

/** `−12 points (−25 to 1) on 20 tasks`; empty: there is none. */
export function toTopText({ toTop }: LeaderboardEntry): string {
  if (toTop === null) return ''
  const { value, interval, tasks } = toTop
  const range = interval === null ? '' : ` (${points(interval.from)} to ${points(interval.to)})`
  return `${points(value)} ${plural(Math.round(value * 100), 'point')}${range} on ${counted(tasks, 'task')}`
}

const points = (share: number): string => {
  const whole = Math.round(share * 100)
  return whole < 0 ? `−${-whole}` : whole > 0 ? `+${whole}` : '0'
}

export const costPerSuccessText = ({ costPerSuccess }: LeaderboardEntry): string =>
  costPerSuccess === null ? '—' : formatCost(costPerSuccess.value)

export const timePerSuccessText = ({ timePerSuccess }: LeaderboardEntry): string =>
  timePerSuccess === null ? '—' : formatDuration(timePerSuccess.value)

/** What the ranks mean, in sentences. */
export function leaderboardNotes({ entries, alpha, tasks }: Leaderboard): string[] {
  const sure = formatPercent(1 - alpha)
  const ranked = entries.filter(({ standing }) => standing.kind === 'ranked')
  if (ranked.length === 0) return []
  const best = ranked.some((each) => each.best)
  return [
    `Entries are compared two by two on the tasks that both did (${counted(tasks, 'task')} in all); those that the trials don’t tell apart share ranks. All ranks hold at once with ${sure} certainty, for these tasks; each interval holds by itself, so it may seem surer than the rank.`,
    ...(ranked.length < 2
      ? ['There is nothing to rank it against yet.']
      : best
        ? []
        : ['No entry is better than all others with that certainty, so none is marked “best here”.']),
  ]
}

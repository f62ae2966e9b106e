import type { RunRecord } from './run-records.ts'

const columns = ['runs', 'completed', 'failed', 'hung', 'calls', 'malformed', 'ran', 'requests', 'seconds'] as const

export const heading = `  ${''.padEnd(20)}${columns.map((each) => each.padStart(10)).join('')}   failures`

/** How the runs of one strategy, or in one mode, ended. */
export function tallyLine(name: string, records: readonly RunRecord[]): string {
  const sum = (of: (each: RunRecord) => number) => records.reduce((total, each) => total + of(each), 0)
  const figures: { readonly [column in (typeof columns)[number]]: number } = {
    runs: records.length,
    completed: sum(({ status }) => (status === 'completed' ? 1 : 0)),
    failed: sum(({ status }) => (status === 'failed' ? 1 : 0)),
    hung: sum(({ hung }) => (hung ? 1 : 0)),
    calls: sum(({ calls }) => calls),
    malformed: sum(({ malformed }) => malformed),
    ran: sum(({ ran }) => ran),
    requests: sum(({ requests }) => requests),
    seconds: Math.round(sum(({ durationMs }) => durationMs) / 1000),
  }
  const cells = columns.map((column) => String(figures[column]).padStart(10)).join('')
  return `  ${name.padEnd(20)}${cells}   ${failures(records)}`
}

function failures(records: readonly RunRecord[]): string {
  const counts = new Map<string, number>()
  for (const { failure } of records) if (failure !== null) counts.set(failure, (counts.get(failure) ?? 0) + 1)
  return [...counts].map(([kind, count]) => `${kind} ${count}`).join(', ')
}

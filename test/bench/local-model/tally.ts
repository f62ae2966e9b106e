import type { Played } from './played-run.ts'

const columns = ['runs', 'completed', 'failed', 'hung', 'calls', 'malformed', 'requests', 'seconds'] as const

/** How the runs of one strategy ended. */
export class Tally {
  static readonly heading = `  ${''.padEnd(20)}${columns.map((each) => each.padStart(10)).join('')}   failures`
  private readonly strategy: string
  private readonly played: Played[] = []
  private readonly found: string[] = []

  constructor(strategy: string) {
    this.strategy = strategy
  }

  get faults(): readonly string[] {
    return this.found
  }

  add(played: Played): void {
    this.played.push(played)
    this.found.push(...played.faults)
    const { run } = played
    const { id, status } = run
    const ended = status === 'completed' || status === 'failed'
    if (!ended && !played.hung) this.found.push(`${id}: it ended as ${status}`)
    if (process.env['BENCH_VERBOSE'])
      console.log(`  ${this.strategy} ${status} ${run.failure?.kind ?? ''} ${run.failure?.message ?? ''}`)
  }

  line(): string {
    const { played } = this
    const sum = (of: (each: Played) => number) => played.reduce((total, each) => total + of(each), 0)
    const figures: { readonly [column in (typeof columns)[number]]: number } = {
      runs: played.length,
      completed: sum(({ run }) => (run.status === 'completed' ? 1 : 0)),
      failed: sum(({ run }) => (run.status === 'failed' ? 1 : 0)),
      hung: sum(({ hung }) => (hung ? 1 : 0)),
      calls: sum(({ calls }) => calls),
      malformed: sum(({ malformed }) => malformed),
      requests: sum(({ run }) => run.totals.modelCalls),
      seconds: Math.round(sum(({ run }) => run.durationMs) / 1000),
    }
    const cells = columns.map((column) => String(figures[column]).padStart(10)).join('')
    return `  ${this.strategy.padEnd(20)}${cells}   ${this.failures()}`
  }

  private failures(): string {
    const counts = new Map<string, number>()
    for (const { run } of this.played)
      if (run.failure !== null) counts.set(run.failure.kind, (counts.get(run.failure.kind) ?? 0) + 1)
    return [...counts].map(([kind, count]) => `${kind} ${count}`).join(', ')
  }
}

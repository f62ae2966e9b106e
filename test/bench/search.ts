import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import { findIn } from '../../src-main/host/search/find.ts'
import { migrations } from '../../src-main/store/database/migrations.ts'
import { openDatabase } from '../../src-main/store/database/open-database.ts'
import { openStore } from '../../src-main/store/open-store.ts'
import type { Bench } from './bench.ts'
import { amount, fillStore } from './search-store.ts'

/**
 * Maximum CPU time of every query, ms: a search only computes, so this is its duration on an idle machine. The elapsed
 * time is printed too.
 */
const limit = 100
const repeats = 25
const root = path.resolve(import.meta.dirname, '../..')

/** Typical queries, each with what makes it hard. */
const queries: readonly (readonly [kind: string, typed: string, projectId: string | null])[] = [
  ['rare word', 'Marsaglia', null],
  // Concatenated, since this file is one of the texts.
  ['no such word', ['zzz', 'quux'].join(''), null],
  ['common word', 'const', null],
  ['common, one project', 'const', 'proj_7'],
  ['two words', 'snapshot restore', null],
  ['two common words', 'import const', null],
  ['beginning of a word', 'conv', null],
  ['phrase', '"one idea a file"', null],
  ['part of a name', 'napsho', null],
  ['name in camelCase', 'openConversation', null],
  ['path', 'src-main/store/search', null],
  ['Chinese', '购物车', null],
  ['Japanese', '東京', null],
  ['Korean', '한국어', null],
]

export const searchBench: Bench = {
  about: `a search over ${amount.conversations.toLocaleString('en')} conversations with ${eventCount().toLocaleString('en')} events, beside reading them all`,
  run: async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'stratagem-bench-'))
    try {
      return await measured(path.join(folder, 'stratagem.db'))
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
}

function eventCount(): number {
  return amount.conversations * amount.runs * amount.steps * amount.eventsOfStep
}

async function measured(file: string): Promise<boolean> {
  const began = performance.now()
  const { characters, entries } = fillStore(file, root)
  const seconds = (performance.now() - began) / 1000
  const scan = scanned(file)
  console.log(`  ${entries} texts of ${millions(characters)} MB, written and indexed in ${seconds.toFixed(0)} s`)
  console.log(`  database ${millions((await stat(file)).size)} MB, of it the search ${millions(indexBytes(file))} MB`)
  console.log(`  reading all events once: ${scan.toFixed(0)} ms`)
  console.log(
    '                                     processor           on the clock\n  query                     found    median       p95    median       p95   of a scan',
  )
  const store = openStore(file)
  const worst = queries.map(([kind, typed, projectId]) => {
    const times: number[] = []
    const worked: number[] = []
    let found = 0
    for (let at = 0; at < repeats; at++) {
      const from = performance.now()
      const before = process.cpuUsage()
      found = findIn(store, typed, projectId, Date.now()).hits.length
      const { user, system } = process.cpuUsage(before)
      times.push(performance.now() - from)
      worked.push((user + system) / 1000)
    }
    const late = quantile(worked, 0.95)
    const figures = [quantile(worked, 0.5), late, quantile(times, 0.5), quantile(times, 0.95)]
    const shown = figures.map((ms) => `${ms.toFixed(1)} ms`.padStart(10)).join('')
    console.log(
      `  ${kind.padEnd(24)}${String(found).padStart(7)}${shown}   1/${Math.round(scan / quantile(times, 0.5))}`,
    )
    return late
  })
  store.close()
  console.log(`  slowest p95: ${Math.max(...worst).toFixed(1)} ms (at most ${limit} ms)`)
  return Math.max(...worst) <= limit
}

function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.floor(part * (sorted.length - 1))] ?? Number.NaN
}

const millions = (bytes: number): string => (bytes / 1e6).toFixed(0)
const sum = z.object({ n: z.number() })

/** Minimum time of a search without an index, ms. */
function scanned(file: string): number {
  const database = openDatabase(file, migrations)
  const from = performance.now()
  database.get(sum, "SELECT count(*) AS n FROM events WHERE text LIKE '%zzz_quux%'")
  const took = performance.now() - from
  database.close()
  return took
}

function indexBytes(file: string): number {
  const database = openDatabase(file, migrations)
  const found = database.get(sum, "SELECT sum(pgsize) AS n FROM dbstat WHERE name LIKE '%search%'")
  database.close()
  return found?.n ?? 0
}

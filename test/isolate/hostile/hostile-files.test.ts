import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Report } from './run-all.ts'
import { tried } from './tried.ts'

const files = [...tried.steps, ...tried.engine, ...tried.files]
let report: Report = { ended: [], before: 0, peak: 0 }

// One process runs them all, two at a time, so that what it takes of the machine can be told.
beforeAll(async () => {
  const ran = promisify(execFile)(process.execPath, [join(import.meta.dirname, 'run-all.ts')], { maxBuffer: 2 ** 26 })
  report = JSON.parse((await ran).stdout)
}, 600_000)

describe('a hostile strategy is refused, ended or let go on, and does no harm (T26, T36)', () => {
  test.each(files)('%s', (name, _, ending, why) => {
    const ended = report.ended.filter((each) => each.name === name)
    expect(ended).toMatchObject([{ ending, said: expect.stringMatching(why ?? /./) }])
  })

  test('and none of them fills the memory, or a log with more than its limit', () => {
    expect(report.ended).toHaveLength(files.length)
    expect(report.peak - report.before).toBeLessThan(900_000_000)
    // What is under way when the limit is reached is written as well.
    for (const { name, size } of report.ended) expect([name, size < 12_000_000]).toEqual([name, true])
  })
})

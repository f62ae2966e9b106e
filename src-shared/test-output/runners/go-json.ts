import { z } from 'zod'
import { messageReason } from '../failure-reason.ts'
import { matches, maxAbout, type Reader, sumBefore } from './found.ts'
import { type Ended, reportOfGo } from './go-report.ts'
import { goReason } from './go-test.ts'

const event = z.object({
  Action: z.string(),
  Package: z.string().optional(),
  ImportPath: z.string().optional(),
  Test: z.string().optional(),
  Output: z.string().optional(),
  FailedBuild: z.string().optional(),
})

/** Parses the output of `go test -json`: one event per line. Source: `go doc test2json`. */
export const readGoJson: Reader = (lines, isCut) => {
  if (isCut) return null
  const outputs = new Map<string, string[]>()
  const begun = new Map<string, { readonly package: string; readonly test: string }>()
  const ended: Ended[] = []
  for (const line of lines) {
    const found = line.startsWith('{"') && line.includes('"Action":') ? eventOf(line) : null
    if (found === null) continue
    const { Action: action, Package: of = '', Test: test, Output: output, ImportPath: path } = found
    const key = `${path ?? of}\n${test ?? ''}`
    const said = outputs.get(key) ?? []
    if (output !== undefined && said.length < maxAbout) outputs.set(key, [...said, output.trimEnd()])
    if (test !== undefined && action === 'run') begun.set(key, { package: of, test })
    if (!ends.has(action)) continue
    if (test !== undefined) {
      begun.delete(key)
      ended.push({ kind: 'test', package: of, test, end: action.toUpperCase(), reason: goReason(said) })
    } else if (action === 'fail') {
      const build = found.FailedBuild
      const compiler =
        build === undefined ? undefined : outputs.get(`${build}\n`)?.find((each) => !each.startsWith('#'))
      const why =
        build === undefined
          ? (said.find((each) => /^(?:panic: |exit status|signal: )/.test(each)) ?? '')
          : 'build failed'
      ended.push({ kind: 'package', package: of, why: compiler === undefined ? why : `${why}: ${compiler}` })
    }
  }
  const open = [...begun.values()].map(
    (each): Ended => ({ kind: 'test', ...each, end: 'FAIL', reason: messageReason('It began and did not end.') }),
  )
  return reportOfGo([...ended, ...open])
}

const ends: ReadonlySet<string> = new Set(['pass', 'fail', 'skip'])

function eventOf(line: string): z.infer<typeof event> | null {
  try {
    return event.safeParse(JSON.parse(line)).data ?? null
  } catch {
    return null
  }
}

/** Parses the output of `gotestsum`: `DONE 5 tests, 1 skipped, 1 failure in 0.3s`. */
export const readGotestsum: Reader = (lines) => {
  const ends = matches(lines, /^DONE (?:\d+ runs, )?(\d{1,9}) tests?((?:, \d+ (?:skipped|failures?|errors?))*) in /)
  if (ends.length === 0) return null
  const sums = ends.map((match) => match[2] ?? '')
  const [failed, skipped] = [sumBefore(sums, 'failures?') + sumBefore(sums, 'errors?'), sumBefore(sums, 'skipped')]
  const all = ends.reduce((sum, match) => sum + Number(match[1]), 0)
  const failing = matches(lines, /^=== FAIL: (\S+)(?: (\S+))? \([\d.]+s\)$/).map(([, of = '', test]) => ({
    name: (test ?? of).replaceAll('/', ' > '),
    reason: null,
  }))
  return { passed: Math.max(0, all - failed - skipped), failed, skipped, failing }
}

import { messageReason, valuesReason } from '../failure-reason.ts'
import { eachOnce, firsts, partsOf, type Reader } from './found.ts'

/** Parses the end that all reporters of Playwright for a terminal print. A test that passed when retried passed. */
export const readPlaywright: Reader = (lines) => {
  const isIts = lines.some((line) =>
    /^ {2}\d+ passed \([\d.]+m?s?[\w ]*\)$|^Running \d+ tests? using \d+ workers?/.test(line),
  )
  const sum = (word: string) =>
    firsts(lines, new RegExp(`^ {2}(\\d{1,9}) ${word}(?: \\([\\d.hms ]+\\))?$`)).reduce(
      (all, each) => all + Number(each),
      0,
    )
  const outside = firsts(lines, /^ {2}(\d{1,9}) errors? (?:was|were) not a part of any test/)
  const [passed, failed] = [sum('passed') + sum('flaky'), sum('failed') + sum('interrupted') + sum('timed out')]
  const skipped = sum('skipped') + sum('did not run')
  const others = outside.reduce((all, each) => all + Number(each), 0)
  if (!isIts || passed + failed + skipped + others === 0) return null
  return { passed, failed: failed + others, skipped, failing: failingOf(lines) }
}

/** Where a test stands: `[chromium] › dir/a.spec.ts:7:1 › suite › test ────` */
const place = /^ {4}(?:\[[^\]]+\] › )?\S.*?:\d+:\d+ › (.+?)(?: ─*)?$/

function failingOf(lines: readonly string[]) {
  const reasons = new Map(
    partsOf(lines, /^ {2}\d+\) (?:\[[^\]]+\] › )?\S.*?:\d+:\d+ › (.+?)(?: ─*)?$/).map(({ heading, about }) => {
      const values = valuesReason(firsts(about, /^ +Expected: +(.+)$/)[0], firsts(about, /^ +Received: +(.+)$/)[0])
      const error = firsts(about, /^ {4}(\S.*)$/)[0] ?? ''
      return [heading[1] ?? '', values ?? messageReason(error)]
    }),
  )
  const names: string[] = []
  let isFailed = false
  for (const line of lines) {
    const total = /^ {2}\d+ (failed|interrupted|timed out|flaky|skipped|passed|did not run)\b/.exec(line)?.[1]
    if (total !== undefined) isFailed = ['failed', 'interrupted', 'timed out'].includes(total)
    const name = isFailed ? place.exec(line)?.[1] : undefined
    if (name !== undefined) names.push(name)
  }
  return eachOnce(names.map((name) => ({ name: name.replaceAll(' › ', ' > '), reason: reasons.get(name) ?? null })))
}

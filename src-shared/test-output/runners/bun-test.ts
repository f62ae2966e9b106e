import { messageReason, valuesReason } from '../failure-reason.ts'
import { eachOnce, firsts, maxAbout, partsOf, type Reader } from './found.ts'

/** Parses the output of `bun test`. A file that can't be loaded counts as a failure. */
export const readBunTest: Reader = (lines) => {
  if (!lines.some((line) => /^Ran \d+ tests? across \d+ files?\./.test(line))) return null
  const sum = (word: string) =>
    firsts(lines, new RegExp(`^ {0,3}(\\d{1,9}) ${word}$`)).reduce((all, each) => all + Number(each), 0)
  const failing = partsOf(lines, /^(?:\(fail\)|✗) (.+?)(?: \[[\d.]+m?s\])?$/).map(({ heading, at }) => {
    // The reason stands before the test.
    const from = lines.slice(Math.max(0, at - maxAbout), at)
    const before = from.slice(
      from.findLastIndex((line) => /^(?:\((?:pass|fail|skip|todo)\)|[✓✗»✎]) |^\S+:$/.test(line)) + 1,
    )
    const values = valuesReason(firsts(before, /^Expected: (.+)$/)[0], firsts(before, /^Received: (.+)$/)[0])
    return {
      name: heading[1] ?? '',
      reason: values ?? messageReason(firsts(before, /^(error: .+|\w*Error: .+)$/)[0] ?? ''),
    }
  })
  const unloaded = partsOf(lines, /^# Unhandled error between tests$/).map(({ at, about }) => ({
    name: (lines.slice(Math.max(0, at - 3), at).findLast((line) => /^\S+:$/.test(line)) ?? 'Unhandled error:').slice(
      0,
      -1,
    ),
    reason: messageReason(firsts(about, /^error: (.+)$/)[0] ?? ''),
  }))
  // In `fail` it counts what it could not load, too.
  const failed = Math.max(sum('fail'), sum('errors?'))
  const passed = sum('pass')
  return { passed, failed, skipped: sum('skip') + sum('todo'), failing: eachOnce([...failing, ...unloaded]) }
}

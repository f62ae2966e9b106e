import { firstLook } from './first-look.ts'
import type { Knowledge } from './knowledge.ts'
import { repair } from './repair.ts'
import type { Situation } from './situation.ts'
import { isTest } from './suspects.ts'
import { calls, type DemoAnswer, says } from './wire.ts'

/** The demo model's answer in a phase that it recognizes by the strategy's prompt; otherwise null. */
export function phaseAnswer(situation: Situation, known: Knowledge): DemoAnswer | null {
  const { goal } = situation
  if (/^Tests first: only test files|\bWrite a test that fails, and that will pass\b/.test(goal))
    return testsFirst(situation, known)
  if (/^The tests pass\. Now look at what was written/.test(goal)) return says(goodAsItIs)
  // A failed check requires a repair, whatever its output says.
  return /^The check `/.test(goal) ? repair(situation, known) : null
}

/** The situation with the user's request as its goal, if a strategy asks for a proposal. */
export function withTheTask(situation: Situation): Situation {
  const task = situation.userTexts.at(-2)
  return task !== undefined && /^Propose one change towards the task/.test(situation.goal)
    ? { ...situation, goal: task }
    : situation
}

/** The demo model can't write tests; it points to the existing ones. */
function testsFirst(situation: Situation, known: Knowledge): DemoAnswer {
  const first = firstLook(situation, known)
  if (first !== null) return first
  const tests = known.listed.filter(isTest)
  const unread = tests.filter((path) => !known.files.has(path) && !known.unreadable.has(path)).slice(0, 8)
  if (unread.length > 0 && situation.offered.has('read_file'))
    return calls('I’ll read the existing tests.', ...unread.map((path) => ({ tool: 'read_file', arguments: { path } })))
  if (tests.length === 0) return says('There are no tests here, and the demo model can’t write any.')
  const names = tests.map((path) => `\`${path}\``).join(', ')
  return says(`The existing tests already show what is wrong: ${names}. I won’t change them.`)
}

const goodAsItIs = 'The change is one small edit, and it is clear. There is nothing to refactor.'

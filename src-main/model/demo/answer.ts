import { assertNever } from '../../../src-shared/base/assert-never.ts'
import { commitMessage } from './commit-message.ts'
import { explain, summary } from './explain.ts'
import { checkCommand, firstLook } from './first-look.ts'
import { currentRequest, type Intent, intentOf } from './intent.ts'
import { type Knowledge, knowledgeOf } from './knowledge.ts'
import { submitAnything, submitEvaluation, submitPlan, submitVerdict } from './own-tools.ts'
import { phaseAnswer, withTheTask } from './phases.ts'
import { submitPreference } from './preference.ts'
import { asReactAnswer, usesReact, withNativeCalls } from './react-text.ts'
import { repair, repaired, run } from './repair.ts'
import { type Situation, situationOf } from './situation.ts'
import { calls, type DemoAnswer, type DemoRequest, says } from './wire.ts'

/** The demo model's answer to a request: always the same for the same request. */
export function answer(request: DemoRequest): DemoAnswer {
  return usesReact(request) ? asReactAnswer(nativeAnswer(withNativeCalls(request))) : nativeAnswer(request)
}

function nativeAnswer(request: DemoRequest): DemoAnswer {
  const commit = commitMessage(request)
  if (commit !== null) return commit
  const situation = situationOf(request)
  const known = knowledgeOf(situation)
  const own = ownTool(situation)
  if (own !== null) return submit(situation, known, own)
  if (situation.offered.size === 0) return says(lastWords(situation, known))
  const task = withTheTask(situation)
  return phaseAnswer(task, known) ?? work(task, known, intentOf(currentRequest(task.goal)))
}

/**
 * The answer if no tools are offered: the last answer, shortened, if that is the request; else a summary of the work.
 */
function lastWords({ goal, answered }: Situation, known: Knowledge): string {
  const last = answered.at(-1)
  const isRewording = /\b(?:say it again|shorter|rephrase|rewrite)\b/i.test(goal)
  return last !== undefined && isRewording ? shortened(last) : (repaired(known) ?? summary(known))
}

/** The first paragraph, with those that it announces by a colon. */
function shortened(text: string): string {
  const paragraphs = text.split('\n\n')
  const end = paragraphs.findIndex((each) => !each.endsWith(':'))
  return paragraphs.slice(0, end + 1).join('\n\n')
}

/** The strategy's own tool that this request is about. */
function ownTool(situation: Situation): string | null {
  return situation.forced ?? [...situation.offered.keys()].find((name) => name.startsWith('submit_')) ?? null
}

function submit(situation: Situation, known: Knowledge, tool: string): DemoAnswer {
  if (/plan/.test(tool)) {
    const first = firstLook(situation, known)
    return first ?? submitPlan(situation, tool, planned(situation))
  }
  if (tool === 'submit_verdict') return submitVerdict(situation, tool)
  if (tool === 'submit_preference') return submitPreference(situation, tool)
  return /evaluat|score/.test(tool) ? submitEvaluation(situation, tool) : submitAnything(situation, tool)
}

/** A plan answers the user's request, which may precede the strategy's own text. */
function planned(situation: Situation): Intent {
  return situation.userTexts.some((text) => intentOf(text) === 'repair') ? 'repair' : 'explain'
}

function work(situation: Situation, known: Knowledge, intent: Intent): DemoAnswer {
  switch (intent) {
    case 'repair':
      return repair(situation, known)
    case 'look':
      return look(situation, known)
    case 'verify':
      return verify(situation, known)
    case 'write':
      return write(situation, known)
    case 'explain':
      return explain(situation, known)
    default:
      return assertNever(intent)
  }
}

/** The first step of a repair: everything except the edits. */
function look(situation: Situation, known: Knowledge): DemoAnswer {
  const next = repair(situation, known)
  const edits = next.calls.some(({ tool }) => tool === 'edit_file')
  if (next.calls.length > 0 && !edits) return next
  return edits ? says('I found the failing test and the lines it runs. The fault is probably in one of them.') : next
}

function verify(situation: Situation, known: Knowledge): DemoAnswer {
  const first = firstLook(situation, known)
  if (first !== null) return first
  const command = checkCommand(known)
  if (command === null || known.runs.some((each) => each.recent && each.command === command))
    return repair(situation, known)
  return run(command, 'I’ll run all tests again.', known)
}

/** "Create notes.md with …": writes exactly that, once. */
function write(situation: Situation, known: Knowledge): DemoAnswer {
  const path = /[`"']?([\w./-]+\.\w{1,5})[`"']?/.exec(situation.goal)?.[1]
  const text = wantedText(situation.goal)
  if (path === undefined || text === null)
    return says('Tell me the file’s name, and put its content in quotes or in a code block. Then I can write it.')
  if (known.refusal !== null) return says(`The file was not written: ${known.refusal.split('\n')[0]}`)
  const made = situation.done.find((each) => each.recent && each.tool === 'write_file')
  if (made !== undefined) return says(`I wrote \`${path}\`: ${made.result.split('\n')[0]}`)
  return calls(`I’ll write \`${path}\`.`, { tool: 'write_file', arguments: { path, content: text } })
}

function wantedText(goal: string): string | null {
  const block = /```[^\n]*\n([\s\S]*?)```/.exec(goal)?.[1]
  if (block !== undefined) return block
  const quoted = /(?:with|containing|that says|saying)[^"“'`]*["“'`]([^"”'`]+)["”'`]/i.exec(goal)?.[1]
  return quoted === undefined ? null : `${quoted}\n`
}

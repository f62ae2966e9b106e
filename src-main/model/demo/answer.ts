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
  if (situation.offered.size === 0) return says(lastWords(known))
  const task = withTheTask(situation)
  return phaseAnswer(task, known) ?? work(task, known, intentOf(currentRequest(task.goal)))
}

/** The answer if no tools are offered: a summary of the repair, or of the files that were read. */
const lastWords = (known: Knowledge): string => repaired(known) ?? summary(known)

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
  }
}

/** The first step of a repair: everything except the edits. */
function look(situation: Situation, known: Knowledge): DemoAnswer {
  const next = repair(situation, known)
  const edits = next.calls.some(({ tool }) => tool === 'edit_file')
  if (next.calls.length > 0 && !edits) return next
  return edits ? says('The failing test and the lines it reaches are known now. The fault must be among them.') : next
}

function verify(situation: Situation, known: Knowledge): DemoAnswer {
  const first = firstLook(situation, known)
  if (first !== null) return first
  const command = checkCommand(known)
  if (command === null || known.runs.some((each) => each.recent && each.command === command))
    return repair(situation, known)
  return run(command, 'I run all tests once more.', known)
}

/** "Create notes.md with …": writes exactly that, once. */
function write(situation: Situation, known: Knowledge): DemoAnswer {
  const path = /[`"']?([\w./-]+\.\w{1,5})[`"']?/.exec(situation.goal)?.[1]
  const text = wantedText(situation.goal)
  if (path === undefined || text === null)
    return says('Name the file and put its content in quotes or in a code block, and I write it.')
  if (known.refusal !== null) return says(`The file was not written: ${known.refusal.split('\n')[0]}`)
  const made = situation.done.find((each) => each.recent && each.tool === 'write_file')
  if (made !== undefined) return says(`\`${path}\` is written: ${made.result.split('\n')[0]}`)
  return calls(`I write \`${path}\`.`, { tool: 'write_file', arguments: { path, content: text } })
}

function wantedText(goal: string): string | null {
  const block = /```[^\n]*\n([\s\S]*?)```/.exec(goal)?.[1]
  if (block !== undefined) return block
  const quoted = /(?:with|containing|that says|saying)[^"“'`]*["“'`]([^"”'`]+)["”'`]/i.exec(goal)?.[1]
  return quoted === undefined ? null : `${quoted}\n`
}

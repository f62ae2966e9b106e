import type { ModelReply, ToolCall } from '../../../src-shared/model/message.ts'
import type { ToolBody, ToolEffect } from '../../../src-shared/model/tool.ts'
import type { EventBody, Live } from '../../../src-shared/run/event.ts'
import { noTotals } from '../../../src-shared/run/event.ts'
import { defaultBudget } from '../../../src-shared/strategy/task.ts'

/**
 * The invented run that the fake host plays: plan, evaluate, two steps of execution. Played at once, it is a
 * finished log; played in real time, it is a run that streams and waits for approval.
 */
export type Beat =
  | { readonly after: number; readonly body: EventBody }
  | { readonly after: number; readonly live: Live }
  | { readonly after: number; readonly approve: string }

const bound = {
  planner: { profileId: 'openai', profileName: 'OpenAI', model: 'gpt-5.6' },
  evaluator: { profileId: 'ollama', profileName: 'Ollama', model: 'qwen3-coder:30b' },
  engineer: { profileId: 'mini', profileName: 'OpenAI mini', model: 'gpt-5.6-mini' },
}
export const fakeRoles = { default: bound.engineer, ...bound }
export const fakeChoice = {
  name: 'conversation',
  options: {},
  inner: { name: 'plan-revise-execute', options: { threshold: 0.7, revisions: 2 } },
}

export const goal = 'The invoice total is one cent off for some orders. Find out why and fix it, tests included.'

const patch = `--- a/src/total.js
+++ b/src/total.js
@@ -9,7 +9,8 @@ import { round } from './round.js'

 /** The gross total of an invoice's lines, in whole cents. */
 export function total(lines) {
-  return lines.reduce((sum, line) => sum + round(line.net * (1 + line.rate)), 0)
+  const exact = lines.reduce((sum, line) => sum + line.net * (1 + line.rate), 0)
+  return round(exact)
 }
`
const testOutput = `> invoice-service@1.0.0 test
> node --test

✔ an empty invoice costs nothing (0.9 ms)
✔ totals round once, at the end (0.4 ms)
✔ a mixed basket of rates (0.6 ms)
ℹ tests 14
ℹ pass 14
ℹ fail 0
ℹ duration_ms 121.4
`
export const answer = `The total was off because **every line was rounded before summing**. Rounding errors of up to half a cent a line added up.

\`\`\`js
const exact = lines.reduce((sum, line) => sum + line.net * (1 + line.rate), 0)
return round(exact)
\`\`\`

- \`src/total.js\` now sums exactly and rounds once, at the end.
- All **14 tests pass**, the failing one included.
`

export interface Script {
  readonly runId: string
  readonly question: string
}

export function* fakeScript({ runId, question }: Script): Generator<Beat> {
  yield { after: 0, body: runStart(runId, question) }
  yield { after: 20, body: { type: 'files', when: 'before', snapshot: 'snap-before', notCovered: [] } }
  yield* plan()
  yield* evaluate()
  yield* reproduce()
  yield* repair()
  yield { after: 30, body: { type: 'files', when: 'after', snapshot: 'snap-after', notCovered: [] } }
  yield { after: 10, body: runEnd() }
}

function runStart(runId: string, question: string): EventBody {
  return {
    type: 'run-start',
    runId,
    strategy: fakeChoice,
    strategyVersion: 'conversation@1(plan-revise-execute@1)',
    task: {
      goal: question,
      system: 'You are a coding agent.',
      messages: [{ role: 'user', text: question }],
      tools: [],
      mode: 'act',
      windows: { default: 400_000 },
      depth: 0,
    },
    history: [],
    roles: fakeRoles,
    approval: 'ask',
    budget: defaultBudget,
    seed: 7,
  }
}

export const fakeTotals = {
  ...noTotals,
  steps: 12,
  modelCalls: 6,
  toolCalls: 6,
  toolFailures: 1,
  retries: 1,
  input: 17_240,
  cachedInput: 9_120,
  output: 960,
  cost: 0.0153,
  modelMs: 8_900,
  toolMs: 430,
  waitingMs: 2_300,
}

function runEnd(): EventBody {
  return {
    type: 'run-end',
    status: 'completed',
    text: answer,
    messages: [],
    meta: {},
    failure: null,
    totals: fakeTotals,
  }
}

function* plan(): Generator<Beat> {
  yield { after: 5, body: phaseStart('0.0', 'plan', 'Plan', 0) }
  const steps = [
    { goal: 'Reproduce with the failing test in test/total.test.js', done: 'The test fails for the known reason' },
    { goal: 'Find where rounding happens and how often', done: 'The line that rounds too early is named' },
    { goal: 'Round once, at the end; run the tests', done: 'npm test exits 0' },
  ]
  const call = { id: 'call-1', tool: 'submit_plan', arguments: JSON.stringify({ steps }), complete: true }
  yield* modelCall('0.0.0', 'planner', 'I will look at how totals are rounded, then fix the cause.', [call], {
    reasoning: 'The user says one cent off *for some orders*: that smells of rounding per line instead of once.',
    retry: true,
  })
  yield* toolCall('0.0.1', call, 'own', `Plan with ${steps.length} steps`, { kind: 'none' })
  yield { after: 2, body: { type: 'phase-end', path: '0.0', failure: null } }
}

function* evaluate(): Generator<Beat> {
  yield { after: 3, body: phaseStart('0.1', 'evaluate', 'Evaluate', 0) }
  const verdict = { score: 0.86, reasoning: 'Covers cause and proof; names the check.' }
  const call = { id: 'call-2', tool: 'submit_evaluation', arguments: JSON.stringify(verdict), complete: true }
  yield* modelCall('0.1.0', 'evaluator', '', [call], { reasoning: '', retry: false })
  yield* toolCall('0.1.1', call, 'own', 'Score 0.86', { kind: 'none' })
  yield { after: 2, body: { type: 'phase-end', path: '0.1', failure: null } }
}

function* reproduce(): Generator<Beat> {
  yield { after: 3, body: phaseStart('0.2', 'execute', 'Execute 1 of 2', 0) }
  const search = make('call-3', 'search_text', { pattern: 'round\\(', glob: 'src/**' })
  const read = make('call-4', 'read_file', { path: 'src/total.js' })
  yield* modelCall('0.2.0', 'engineer', 'Let me find where amounts are rounded.', [search, read])
  yield* toolCall('0.2.1/0.0', search, 'read', '4 matches in 2 files', {
    kind: 'text',
    text: 'src/total.js:12: sum + round(line.net * (1 + line.rate))\nsrc/round.js:3: export function round(cents) {\nsrc/tax.js:8:  round(net * rate)\nsrc/tax.js:14:  round(rest)\n',
  })
  yield* toolCall('0.2.1/1.0', read, 'read', '18 lines', {
    kind: 'file',
    path: 'src/total.js',
    text: "import { round } from './round.js'\n\n/** The gross total of an invoice's lines, in whole cents. */\nexport function total(lines) {\n  return lines.reduce((sum, line) => sum + round(line.net * (1 + line.rate)), 0)\n}\n",
    firstLine: 1,
  })
  yield { after: 2, body: { type: 'phase-end', path: '0.2', failure: null } }
}

function* repair(): Generator<Beat> {
  yield { after: 3, body: phaseStart('0.3', 'execute', 'Execute 2 of 2', 1) }
  const miss = make('call-5', 'edit_file', { path: 'src/totals.js', old: 'return lines', new: 'return exact' })
  yield* modelCall('0.3.0', 'engineer', '', [miss])
  yield* toolCall('0.3.1', miss, 'edit', 'No such file: src/totals.js', { kind: 'none' }, { ok: false })
  const edit = make('call-6', 'edit_file', {
    path: 'src/total.js',
    old: 'return lines.reduce(…)',
    new: 'const exact = …',
  })
  yield* modelCall('0.3.2', 'engineer', 'The file is `src/total.js`. Rounding moves to the end.', [edit])
  yield* toolCall(
    '0.3.3',
    edit,
    'edit',
    '+2 −1',
    { kind: 'diff', path: 'src/total.js', patch, added: 2, removed: 1 },
    { approve: true },
  )
  const run = make('call-7', 'shell', { command: 'npm test' })
  yield* modelCall('0.3.4', 'engineer', '', [run])
  yield* toolCall('0.3.5', run, 'command', 'exit 0, 14 tests passed', {
    kind: 'command',
    command: 'npm test',
    output: testOutput,
    exitCode: 0,
  })
  yield* modelCall('0.3.6', 'engineer', answer, [])
  yield { after: 2, body: { type: 'phase-end', path: '0.3', failure: null } }
}

function phaseStart(path: string, name: string, title: string, index: number): EventBody {
  return { type: 'phase-start', path, name, title, index, again: false }
}

function make(id: string, tool: string, args: object): ToolCall {
  return { id, tool, arguments: JSON.stringify(args), complete: true }
}

type Role = keyof typeof bound

function* modelCall(
  path: string,
  role: Role,
  text: string,
  calls: readonly ToolCall[],
  extra = { reasoning: '', retry: false },
): Generator<Beat> {
  const start: EventBody = {
    type: 'model-start',
    path,
    print: path,
    again: false,
    role,
    bound: bound[role],
    messages: { base: null, keep: 0, refs: [] },
    tools: 'tools',
    parameters: { stream: true },
  }
  yield { after: 8, body: start }
  if (extra.retry) yield { after: 240, body: retryOf(path) }
  let first = 520
  for (const [channel, words] of [
    ['reasoning', extra.reasoning],
    ['text', text],
  ] as const) {
    for (const word of words.match(/\S+\s*/g) ?? []) {
      yield { after: first, live: { type: 'model-delta', path, channel, text: word } }
      first = 24
    }
  }
  for (const [index, call] of calls.entries())
    for (const part of call.arguments.match(/.{1,18}/gs) ?? []) {
      yield { after: first, live: { type: 'model-call-delta', path, index, tool: call.tool, text: part } }
      first = 24
    }
  const outcome = { ok: true as const, value: replyOf(text, extra.reasoning, calls, bound[role].model) }
  yield { after: 20, body: { type: 'model-end', path, outcome, firstTokenMs: 520, durationMs: 1400, cost: 0.0026 } }
}

function retryOf(path: string): EventBody {
  const failure = {
    kind: 'model-rate-limited' as const,
    message: 'OpenAI asks for fewer requests (429).',
    advice: 'Stratagem waits and tries again by itself.',
  }
  return { type: 'model-retry', path, attempt: 1, waitMs: 300, failure }
}

function replyOf(text: string, reasoning: string, toolCalls: readonly ToolCall[], model: string): ModelReply {
  return {
    message: { role: 'assistant', text, reasoning, toolCalls },
    finish: toolCalls.length > 0 ? 'tool-calls' : 'stop',
    usage: { input: 2870, cachedInput: 1520, output: 160, reasoning: 0, estimated: false },
    model,
    budget: 'within',
  }
}

function* toolCall(
  path: string,
  call: ToolCall,
  effect: ToolEffect,
  summary: string,
  body: ToolBody,
  how: { readonly ok?: boolean; readonly approve?: boolean } = {},
): Generator<Beat> {
  yield { after: 4, body: { type: 'tool-start', path, print: path, again: false, call, effect } }
  if (how.approve === true) yield* approval(path, call, effect, body)
  yield { after: 1, body: { type: 'tool-begin', path } }
  if (body.kind === 'command')
    for (const line of body.output.split(/(?<=\n)/))
      yield { after: 40, live: { type: 'tool-output', path, text: line } }
  const durationMs = effect === 'command' ? 420 : 12
  const ok = how.ok !== false
  const text = body.kind === 'command' ? body.output : summary
  const result = { callId: call.id, tool: call.tool, ok, text, summary, durationMs, data: null }
  yield { after: durationMs, body: { type: 'tool-end', path, outcome: { ok: true, value: result }, body, durationMs } }
}

function* approval(path: string, call: ToolCall, effect: ToolEffect, preview: ToolBody): Generator<Beat> {
  const title = effect === 'command' ? 'Run a command?' : 'Edit src/total.js?'
  const rule = { tool: call.tool, pattern: 'src/**' }
  const ask = { tool: call.tool, effect, title, subject: 'src/total.js', preview, rule }
  yield { after: 2, body: { type: 'approval-ask', path, ask } }
  yield { after: 2300, approve: path }
}

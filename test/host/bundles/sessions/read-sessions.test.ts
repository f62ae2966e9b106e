import { expect, test } from 'vitest'
import { readOpencode } from '../../../../src-main/host/bundles/sessions/read-opencode.ts'
import { exportedIn, outline, sessionFile, sessionIn, viewsOf } from './session-kit.ts'

const toolsIn = (views: ReturnType<typeof viewsOf>) =>
  views.flatMap(({ spans }) => spans.filter((span) => span.kind === 'tool'))

test('a session of Claude Code has a run for each message, with answers, thinking, calls that overlap, and edits', () => {
  const session = sessionIn(sessionFile('claude-code-edit.jsonl'))
  expect(session).toMatchObject({ tool: 'claude-code', title: 'Rounding of invoice totals', leftOut: 0 })
  const views = viewsOf(session)
  expect(outline(views[0])).toEqual([
    '0 model claude-sonnet-4-5-20250929 ok 0 ms to 3.6 s',
    '1 2 branches ok 3.6 s to 7.0 s',
    '1/0.0 read Read ok 3.6 s to 4.0 s',
    '1/1.0 command Bash failed 3.6 s to 7.0 s',
    '2 model claude-sonnet-4-5-20250929 ok 7.0 s to 9.0 s',
    '3 edit Edit ok 9.0 s to 9.2 s',
    '4 model claude-sonnet-4-5-20250929 ok 9.2 s to 12.0 s',
  ])
  expect(views[0]?.spans[0]).toMatchObject({
    text: 'I read the file and its test.',
    reasoning: 'Look at the file first.',
    reply: { usage: { input: 1204, cachedInput: 1000, cacheWrite: 200, output: 50 } },
  })
  expect(views[0]).toMatchObject({ status: 'completed', text: 'Rounded once, at the end.', unknown: [] })
  expect(toolsIn(views).map(({ body }) => body)).toMatchObject([
    { kind: 'text' },
    { kind: 'command', command: 'npm test', exitCode: 1 },
    { kind: 'diff', path: 'src/total.js', added: 1, removed: 1 },
  ])
})

test('what was written after a rewind of Claude Code is a branch, and an interrupted message is a stopped run', () => {
  const { turns } = sessionIn(sessionFile('claude-code-edit.jsonl'))
  expect(turns.map(({ message, parent, end }) => [message, parent, end.kind])).toEqual([
    ['Fix the rounding in src/total.js', null, 'completed'],
    ['And the README?\n[image]', 0, 'completed'],
    ['Then add a test instead.', 0, 'aborted'],
  ])
})

test('the work of a helper of Claude Code is nested under the call that started it', () => {
  const files = ['claude-code-helper.jsonl', 'claude-code-helper-agent-ae267a1.jsonl'].map(sessionFile)
  const [view] = viewsOf(sessionIn(Buffer.concat(files)))
  expect(outline(view)).toEqual([
    '0 model claude-sonnet-4-5-20250929 ok 0 ms to 2.0 s',
    '1 child Find where totals are computed. ok 2.0 s to 20.0 s',
    '1.0 model claude-sonnet-4-5-20250929 ok 2.1 s to 5.0 s',
    '1.1 read Grep ok 5.0 s to 5.5 s',
    '1.2 model claude-sonnet-4-5-20250929 ok 5.5 s to 19.0 s',
    '2 own Task ok 20.0 s to 20.0 s',
    '3 model claude-sonnet-4-5-20250929 ok 20.0 s to 22.0 s',
  ])
})

test('a slash command, a summary and a failed request of Claude Code are shown as what they were', () => {
  const [view] = viewsOf(sessionIn(sessionFile('claude-code-error.jsonl')))
  expect(view).toMatchObject({
    goal: '/review the last commit',
    status: 'failed',
    failure: { message: 'Claude Code reported an error: API Error: 529 overloaded_error' },
  })
  expect(outline(view)[2]).toBe('notice:5 notice The conversation was summarized here. ok 3.0 s to 3.0 s')
})

test('a session of Codex has each answer once, with its tokens, patches and exit codes', () => {
  const session = sessionIn(sessionFile('codex-patch.jsonl'))
  expect(session).toMatchObject({ tool: 'codex', title: 'Fix the rounding', folder: '/home/ada/invoice', leftOut: 0 })
  const [view] = viewsOf(session)
  expect(outline(view)).toEqual([
    '0 model gpt-5.2-codex ok 0 ms to 3.8 s',
    '1 command exec_command ok 3.8 s to 4.2 s',
    '2 model gpt-5.2-codex ok 4.2 s to 7.8 s',
    '3 edit apply_patch ok 7.8 s to 8.1 s',
    '4 model gpt-5.2-codex ok 8.1 s to 10.8 s',
  ])
  expect(view?.spans[0]).toMatchObject({
    text: 'I look at the file first.',
    reasoning: '**Reading the file**',
    reply: { usage: { input: 9000, cachedInput: 8000, output: 120, reasoning: 64 } },
  })
  expect(view).toMatchObject({ text: 'Done: it rounds once.', totals: { input: 27_600, output: 220, cost: null } })
})

test('stopped and failed turns of Codex end so', () => {
  const views = viewsOf(sessionIn(sessionFile('codex-aborted.jsonl')))
  expect(views.map(({ goal, status, failure }) => [goal, status, failure?.message])).toEqual([
    ['Run all tests', 'aborted', undefined],
    ['Only the first one', 'failed', 'Codex reported an error: You have hit your usage limit.'],
  ])
  expect(toolsIn(views).map(({ state, body }) => [state, body.kind])).toEqual([
    ['failed', 'command'],
    ['ok', 'none'],
  ])
})

test('a session of Codex from before its lines had an envelope and times can be read', () => {
  const session = sessionIn(sessionFile('codex-2025-old.jsonl'))
  expect(session).toMatchObject({ tool: 'codex', leftOut: 0 })
  expect(viewsOf(session)).toMatchObject([{ goal: 'List the files', text: 'There is a.txt.', status: 'completed' }])
})

test('an export of opencode has an answer for each of its steps, with prices and times', () => {
  const session = sessionIn(sessionFile('opencode-export.json'))
  expect(session).toMatchObject({ tool: 'opencode', title: 'Fix rounding', folder: '/home/ada/invoice', leftOut: 0 })
  const [view] = viewsOf(session)
  expect(outline(view)).toEqual([
    '0 model claude-sonnet-4-5 ok 100 ms to 3.0 s',
    '1 command bash ok 3.0 s to 6.0 s',
    '2 edit edit ok 6.1 s to 6.2 s',
    '3 model claude-sonnet-4-5 ok 6.4 s to 9.0 s',
  ])
  expect(view?.totals).toMatchObject({ cost: 0.015, input: 10_820, cachedInput: 10_400, output: 52 })
  expect(toolsIn([...(view === undefined ? [] : [view])]).map(({ body }) => body)).toMatchObject([
    { kind: 'command', command: 'npm test', exitCode: 1 },
    { kind: 'diff', path: 'src/total.js', added: 1 },
  ])
})

test('the session of a helper of opencode is nested under its task', () => {
  const child = new Map([['ses_child', exportedIn('opencode-helper-child.json')]])
  const [view] = viewsOf(readOpencode(exportedIn('opencode-helper.json'), child))
  expect(outline(view)).toEqual([
    '0 model claude-sonnet-4-5 ok 100 ms to 1.0 s',
    '1 child Find totals ok 1.0 s to 9.0 s',
    '1.0 model claude-sonnet-4-5 ok 1.1 s to 2.0 s',
    '1.1 read grep ok 2.0 s to 2.1 s',
    '1.2 model claude-sonnet-4-5 ok 2.1 s to 8.0 s',
    '2 own task ok 9.0 s to 9.0 s',
    '3 model claude-sonnet-4-5 ok 9.1 s to 9.1 s',
  ])
})

test('a stopped and a refused message of opencode end so', () => {
  const views = viewsOf(sessionIn(sessionFile('opencode-errors.json')))
  expect(views.map(({ status, failure }) => [status, failure?.message])).toEqual([
    ['aborted', undefined],
    ['failed', 'opencode reported an error: The key was refused.'],
  ])
  expect(outline(views[0])[1]).toBe('1 command bash interrupted 1.0 s to 4.0 s')
})

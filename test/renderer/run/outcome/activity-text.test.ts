import { expect, test } from 'vitest'
import { activityText } from '../../../../src-renderer/run/outcome/activity-text.ts'
import { lastCheck } from '../../../../src-renderer/run/outcome/last-check.ts'
import { phaseOutcome } from '../../../../src-renderer/run/outcome/phase-outcome.ts'
import type { ToolSpan } from '../../../../src-shared/run/view/run-view.ts'
import { promptEnd, promptStart, updateEnd, updateStart } from '../../../kit/run/agent-events.ts'
import { modelEnd, modelStart, phaseEnd, phaseStart, toolEnd, toolStart, viewOf } from '../../../kit/run/events.ts'

const ran = (output: string, exitCode: number) => ({ kind: 'command', command: 'npm test', output, exitCode }) as const
const approvalAsk = {
  tool: 'write_file',
  effect: 'edit',
  title: 'Write src/c.js anew?',
  subject: 'src/c.js',
  preview: { kind: 'none' },
  rule: null,
} as const
const diff = { kind: 'diff', path: 'src/a.js', patch: '', added: 2, removed: 1 } as const
const events = [
  phaseStart('0', 'execute'),
  toolStart('0.0', 'read_file', { path: 'src/a.js' }),
  toolEnd('0.0'),
  toolStart('0.1', 'read_file', { path: 'src/b.js' }),
  toolEnd('0.1'),
  toolStart('0.2', 'edit_file', { path: 'src/a.js' }, 'edit'),
  toolEnd('0.2', diff),
  toolStart('0.3', 'shell', { command: 'npm test' }, 'command'),
  toolEnd('0.3', ran('', 1), false),
] as const

test('calls that stand together are said in one line, each kind once', () => {
  const tools = viewOf(events).spans.filter((span): span is ToolSpan => span.kind === 'tool')
  expect(activityText(tools)).toEqual({
    done: 'Read 2 files, edited 1 file, ran npm test',
    files: ['a.js'],
    failed: 1,
    denied: 0,
  })
  expect(activityText([...tools, ...tools.slice(3)]).done).toBe('Read 2 files, edited 1 file, ran npm test 2 times')
})

test('what did not happen is not said to have happened', () => {
  const refused = { decision: 'deny', by: 'user', note: '' } as const
  const tools = viewOf([
    toolStart('0', 'edit_file', { path: 'src/a.js' }, 'edit'),
    toolEnd('0', { kind: 'none' }, false),
    toolStart('1', 'edit_file', { path: 'src/b.js' }, 'edit'),
    toolEnd('1', { kind: 'none' }, false),
    toolStart('2', 'read_file', { path: 'src/a.js' }),
    toolEnd('2'),
    toolStart('3', 'read_file', { path: 'nowhere.js' }),
    toolEnd('3', { kind: 'none' }, false),
    toolStart('4', 'write_file', { path: 'src/c.js' }, 'edit'),
    toolEnd('4', { kind: 'none' }, false),
    toolStart('5', 'shell', { command: 'npm test' }, 'command'),
    toolEnd('5', ran('', 1), false),
  ]).spans.filter((span): span is ToolSpan => span.kind === 'tool')
  const asked = tools.map((span) =>
    span.path === '4' ? { ...span, approval: { ask: approvalAsk, askedMs: 0, answer: refused, answeredMs: 1 } } : span,
  )
  expect(activityText(asked)).toMatchObject({
    done: 'Could not edit 2 files, read 1 file, could not read 1 file, did not edit 1 file, ran npm test',
    files: ['a.js'],
    failed: 1,
    denied: 1,
  })
  const [first] = tools
  if (first?.result == null) throw new Error('the first call has a result')
  const same = { ...first, state: 'ok' as const, result: { ...first.result, summary: 'no change' } }
  expect(activityText([same]).done).toBe('Left 1 file as it was')
  expect(activityText([{ ...first, state: 'interrupted' }]).done).toBe('Did not finish: edit 1 file')
})

test('a phase says what came of it: its last words, and how its last check ended', () => {
  const said = [modelStart('0.4'), modelEnd('0.4', '**Round once**, at the end. Then more.'), phaseEnd('0')]
  expect(phaseOutcome(viewOf([...events, ...said]), '0')).toEqual({
    text: 'Round once, at the end',
    result: { text: 'failed', tone: 'bad' },
  })
  expect(phaseOutcome(viewOf([...events.slice(0, 7), phaseEnd('0')]), '0')).toEqual({
    text: 'Read 2 files, edited 1 file',
    result: { text: '+2 −1', tone: 'plain' },
  })
})

test('a compacted context says how many tokens are left, whatever its summary says', () => {
  const data = { before: 8000, after: 3000, shortened: 4, summarized: 0, leftOut: 0 }
  const note = { type: 'step-start', path: '0.1', print: '', again: false, step: 'note' } as const
  const summary = [modelStart('0.0', 'summarizer'), modelEnd('0.0', 'Read many files.')]
  const said = { ...note, ask: { title: 'context compacted', data } }
  expect(phaseOutcome(viewOf([phaseStart('0', 'compact'), ...summary, said, phaseEnd('0')]), '0').text).toBe(
    'Compacted the context from 8.0 k tokens to 3.0 k tokens (shortened 4 tool results)',
  )
})

test('a phase that handed something in says what', () => {
  const handedIn = (tool: string, input: { readonly [name: string]: string | number | boolean | string[] }) =>
    phaseOutcome(
      viewOf([phaseStart('0', 'p'), toolStart('0.0', tool, input, 'own'), toolEnd('0.0'), phaseEnd('0')]),
      '0',
    )
  expect(handedIn('submit_plan', { steps: ['one', 'two'] }).text).toBe('Wrote a plan of 2 steps')
  expect(handedIn('submit_evaluation', { score: 0.58, reasoning: 'Nothing proves it. So no.' })).toEqual({
    text: 'Nothing proves it',
    result: { text: '0.58', tone: 'plain' },
  })
  expect(handedIn('submit_verdict', { approved: false, issues: ['No test.'] })).toEqual({
    text: 'No test',
    result: { text: '1 issue', tone: 'bad' },
  })
})

test('the last check is the last command that judges the project', () => {
  const other = { kind: 'command', command: 'ls', output: '', exitCode: 0 } as const
  const later = [toolStart('1', 'shell', { command: 'ls' }, 'command'), toolEnd('1', other)]
  expect(lastCheck(viewOf([...events, ...later]))).toEqual({ command: 'npm test', passed: false })
  expect(lastCheck(viewOf(later))).toBeNull()
})

test('a phase in which another agent works says what the agent said last', () => {
  const view = viewOf([
    phaseStart('0', 'execute'),
    promptStart('0.0'),
    updateStart('0.0.agent.0', { kind: 'message' }),
    updateEnd('0.0.agent.0', 'It says two now. More below.'),
    promptEnd('0.0'),
    phaseEnd('0'),
  ])
  expect(phaseOutcome(view, '0').text).toBe('It says two now')
})

test('the calls of another agent are said as those of our own tools: with their files and commands', () => {
  const view = viewOf([
    toolStart('0.agent.0', 'read', { title: 'Read', path: 'src/a.js' }),
    toolEnd('0.agent.0'),
    toolStart('0.agent.1', 'edit', { title: 'edit', path: 'src/b.js' }, 'edit'),
    toolEnd('0.agent.1'),
    toolStart('0.agent.2', 'execute', { title: 'bash', command: 'npm test' }, 'command'),
    toolEnd('0.agent.2'),
  ])
  const { done, files } = activityText(view.spans.filter((span): span is ToolSpan => span.kind === 'tool'))
  expect([done, files]).toEqual(['Read 1 file, edited 1 file, ran npm test', ['b.js']])
})

import { expect, test } from 'vitest'
import type { AgentCall } from '../../../src-main/acp/calls.ts'
import { endOf, inFolder, pathsOf, toolCallOf } from '../../../src-main/host/run-ports/agents/agent-calls.ts'
import { passGate } from '../../../src-main/host/run-ports/agents/agent-gate.ts'
import type { ApprovalMode } from '../../../src-shared/model/tool.ts'
import { noLimits } from '../../../src-shared/model/tool.ts'

const callOf = (more: Partial<AgentCall>): AgentCall => ({
  key: '1',
  id: 'c1',
  title: '',
  kind: 'edit',
  input: undefined,
  output: undefined,
  content: [],
  paths: [],
  printed: '',
  ...more,
})
const asked: string[] = []
const gate = async (
  call: AgentCall,
  mode: ApprovalMode,
  rules: { tool: string; pattern: string }[] = [],
  limits = noLimits,
) => {
  asked.length = 0
  const parts = { agent: 'opencode', folder: '/work', mode, limits, rules: () => rules }
  const { decision } = await passGate(call, parts, async (ask) => {
    asked.push(`${ask.tool} ${ask.subject}`)
    return { decision: 'allow', by: 'user', note: '' }
  })
  return decision
}
const edit = callOf({ input: { filePath: '/work/src/a.ts' } })
const command = callOf({ kind: 'execute', input: { command: ['npm', 'test'] } })

test.each([
  ['an edit is asked about as one of ours', edit, 'ask', [], 'allow', ['edit_file src/a.ts']],
  ['the mode for edits allows it', edit, 'edits', [], 'allow', []],
  ['a rule for edits holds for it', edit, 'ask', [{ tool: 'edit_file', pattern: 'src/**' }], 'allow', []],
  ['a command is held to the rules of commands', command, 'ask', [{ tool: 'shell', pattern: 'npm test' }], 'allow', []],
  ['a command is asked about with its whole line', command, 'edits', [], 'allow', ['shell npm test']],
  ['reading only, nothing else is allowed', command, 'read-only', [], 'deny', []],
  ['a file outside is never allowed', callOf({ paths: ['/etc/passwd'] }), 'everything', [], 'deny', []],
  ['git’s own files are never allowed', callOf({ paths: ['/work/.git/config'] }), 'everything', [], 'deny', []],
  ['an edit that names no file is not allowed', callOf({}), 'everything', [], 'deny', []],
  [
    'what is not known is asked about',
    callOf({ kind: 'teleport', title: 'Beam' }),
    'everything',
    [],
    'allow',
    ['opencode:teleport Beam'],
  ],
  ['a read is allowed', callOf({ kind: 'read', paths: ['/work/a'] }), 'ask', [], 'allow', []],
] as const)('%s', async (_, call, mode, rules, decision, questions) => {
  expect(await gate(call, mode, [...rules])).toBe(decision)
  expect(asked).toEqual(questions)
})

test('a phase that locks files refuses their edits, and commands', async () => {
  const limits = { writable: ['test/**'], readOnly: [] }
  expect(await gate(edit, 'everything', [], limits)).toBe('deny')
  expect(await gate(command, 'everything', [], limits)).toBe('deny')
  expect(await gate(callOf({ paths: ['/work/test/a.ts'] }), 'everything', [], limits)).toBe('allow')
})

test('a call’s arguments name what it works on, however the agent spells it', () => {
  expect(pathsOf(callOf({ input: { file_path: 'a' }, paths: ['b'] }))).toEqual(['a', 'b'])
  expect(JSON.parse(toolCallOf(command, '/work').arguments)).toMatchObject({ command: ['npm', 'test'] })
  expect(JSON.parse(toolCallOf(edit, '/work').arguments)).toMatchObject({
    path: 'src/a.ts',
    filePath: '/work/src/a.ts',
  })
  expect([inFolder('/work/a/../b', '/work'), inFolder('/workshop/a', '/work')]).toEqual(['b', null])
})

test('a diff, a command’s output and plain text end as such bodies', () => {
  const diff = { kind: 'diff', path: '/work/a.txt', before: 'one\n', after: 'two\n' } as const
  expect(endOf(callOf({ content: [diff] }), 'completed', '/work').body).toMatchObject({
    kind: 'diff',
    path: 'a.txt',
    added: 1,
  })
  const failed = { ...command, output: { output: 'no\n', metadata: { exit: 2 } } }
  expect(endOf(failed, 'completed', '/work')).toMatchObject({
    result: { summary: 'exit code 2' },
    body: { kind: 'command', command: 'npm test', output: 'no\n', exitCode: 2 },
  })
  const read = callOf({ kind: 'read', title: 'read', input: { filePath: '/work/src/a.ts' } })
  expect(endOf(read, 'completed', '/work').result.summary).toBe('src/a.ts')
  expect(endOf({ ...read, title: 'Read the start of a.ts' }, 'completed', '/work').result.summary).toBe(
    'Read the start of a.ts',
  )
  expect(endOf(callOf({ kind: 'read' }), 'unfinished', '/work').result).toMatchObject({
    ok: false,
    summary: 'not finished',
  })
})

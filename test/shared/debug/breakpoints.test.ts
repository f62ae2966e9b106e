import { describe, expect, it } from 'vitest'
import { breakpointText, readBreakpoint } from '../../../src-shared/run/debug/breakpoint-text.ts'
import { matchesBreakpoint, type RunState } from '../../../src-shared/run/debug/match-breakpoint.ts'
import type { PlannedStep } from '../../../src-shared/run/leaf-starts.ts'

const model = (role: string): PlannedStep => ({
  type: 'model-start',
  role,
  bound: { profileId: 'p', profileName: 'p', model: 'm' },
  messages: { base: null, keep: 0, refs: [] },
  tools: '',
  parameters: {},
})
const tool = (
  name: string,
  args: unknown = {},
  effect: 'read' | 'edit' | 'command' | 'ask' | 'own' = 'edit',
): PlannedStep => ({
  type: 'tool-start',
  call: { id: 'c', tool: name, arguments: JSON.stringify(args), complete: true },
  effect,
})
const check: PlannedStep = { type: 'step-start', step: 'check', ask: { command: 'npm test' } }
const quiet: RunState = { entered: [], cost: 0, costBefore: 0, score: null }
const write = (path: string) => tool('write_file', { path })
const entering = (kind: 'phase' | 'agent', ...names: string[]): RunState => ({ ...quiet, entered: [{ kind, names }] })
const uses = (args: unknown) => tool('some_tool', args, 'command')
const patch = `*** Begin Patch
*** Update File: src/a.ts
*** Move to: src/b.ts
@@
-one
+two
*** Delete File: old/c.ts
*** End Patch`

const cases: readonly (readonly [string, PlannedStep, RunState, boolean])[] = [
  ['step:call-model', model('engineer'), quiet, true],
  ['step:call-model', check, quiet, false],
  ['step:check', check, quiet, true],
  ['step:run-tool', tool('shell', {}, 'command'), quiet, true],
  ['step:run-tool', tool('submit_plan', {}, 'own'), quiet, false],
  ['step:own-tool', tool('submit_plan', {}, 'own'), quiet, true],
  ['tool:edit_file', tool('edit_file'), quiet, true],
  ['tool:edit_file', tool('read_file', {}, 'read'), quiet, false],
  ['tool:mcp_*', tool('mcp_memory_read'), quiet, true],
  ['tool:edit_file', model('edit_file'), quiet, false],
  ['role:critic', model('critic'), quiet, true],
  ['role:crit', model('critic'), quiet, false],
  ['phase:review', model('critic'), entering('phase', 'review'), true],
  ['phase:review', model('critic'), quiet, false],
  ['phase:review', model('critic'), entering('agent', 'review'), false],
  ['agent:tool-loop', model('critic'), entering('agent', 'tool-loop'), true],
  ['path:src/**', write('src/a/b.ts'), quiet, true],
  ['path:src/**', write('./src//a.ts'), quiet, true],
  ['path:src/**', write('lib/../src/a.ts'), quiet, true],
  ['path:src/**', write('test/a.ts'), quiet, false],
  ['path:*.ts', write('src/a.ts'), quiet, true],
  ['path:src/**', tool('read_file', { path: 'src/a.ts' }, 'read'), quiet, false],
  ['path:src/**', tool('write_file', '{"path":'), quiet, false],
  ['path:src/**', write('/home/me/project/src/a.ts'), quiet, true],
  ['path:src/**', write('C:\\me\\project\\src\\a.ts'), quiet, true],
  ['path:src/**', write('/home/me/project/test/a.ts'), quiet, false],
  ['path:src/a.ts', uses({ patch }), quiet, true],
  ['path:src/b.ts', uses({ patch }), quiet, true],
  ['path:old/**', uses({ input: patch }), quiet, true],
  ['path:test/**', uses({ patch }), quiet, false],
  ['path:src/a.ts', uses({ diff: '--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1 +1 @@\n-a\n+b' }), quiet, true],
  ['path:src/b.ts', uses({ source: 'src/a.ts', destination: 'src/b.ts' }), quiet, true],
  ['path:src/a.ts', uses({ source: 'src/a.ts', destination: 'lib/b.ts' }), quiet, true],
  ['path:src/**', uses({ paths: ['docs/a.md', 'src/a.ts'] }), quiet, true],
  ['path:src/**', uses({ edits: [{ file_path: 'docs/a.md' }, { file_path: 'src/a.ts' }] }), quiet, true],
  ['path:src/**', uses({ text: 'src/a.ts' }), quiet, false],
  ['path:src/**', uses({ text: 'src/a.ts', command: 'rm src/a.ts' }), quiet, true],
  ['path:src/**', uses({ command: 'cat src/a.ts' }), quiet, false],
  ['path:src/**', tool('shell', { command: 'cd src && echo x > a.ts' }, 'command'), quiet, true],
  ['path:src/**', tool('git', { args: ['checkout', '--', 'src/a.ts'] }, 'command'), quiet, true],
  ['step:ask-user', tool('ask_user', { question: 'Go?' }, 'ask'), quiet, true],
  ['agent:reviewer', model('critic'), entering('agent', 'tool-loop', 'reviewer'), true],
  ['agent:tool-loop', model('critic'), entering('agent', 'tool-loop', 'reviewer'), true],
  ['agent:rev*', model('critic'), entering('agent', 'tool-loop', 'reviewer'), true],
  ['agent:reviewer', model('critic'), entering('agent', 'tool-loop'), false],
  ['cost>0.5', check, { ...quiet, cost: 0.6, costBefore: 0.5 }, true],
  ['cost>0.5', check, { ...quiet, cost: 0.5, costBefore: 0.1 }, false],
  ['cost>0.5', check, { ...quiet, cost: 0.7, costBefore: 0.6 }, false],
  ['score<0.8', check, { ...quiet, score: 0.7 }, true],
  ['score<0.8', check, { ...quiet, score: 0.8 }, false],
  ['score<0.8', check, quiet, false],
]

describe('a breakpoint', () => {
  it.each(cases)('%s before %o in %o: %s', (text, step, state, hit) => {
    const read = readBreakpoint(text)
    expect(read.ok && matchesBreakpoint(read.at, step, state)).toBe(hit)
  })

  it('is read from its own text', () => {
    for (const [text] of cases) {
      const read = readBreakpoint(text)
      expect(read.ok && breakpointText(read.at)).toBe(text)
    }
    expect(readBreakpoint(' cost > 0.50 ')).toEqual({ ok: true, at: { on: 'cost', above: 0.5 } })
  })

  it.each([
    ['edit_file', 'is not a breakpoint'],
    ['tool:', 'is not a breakpoint'],
    ['step:dance', 'There is no step "dance"'],
    ['tool>3', 'with a colon'],
    ['cost<1', 'Write cost>0.5'],
    ['score>1', 'Write score<0.8'],
    ['cost>much', 'takes a number'],
    ['cost>-1', 'takes a number'],
    ['weather:fine', 'can’t be set on "weather"'],
    [`tool:${'a'.repeat(201)}`, 'at most 200'],
  ])('%s is refused with a sentence', (text, words) => {
    const read = readBreakpoint(text)
    expect(read.ok ? '' : read.problem).toContain(words)
  })
})

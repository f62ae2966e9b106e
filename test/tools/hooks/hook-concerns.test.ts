import { expect, test } from 'vitest'
import { hookConcerns } from '../../../src-main/tools/hooks/hook-concerns.ts'
import type { GatedCall } from '../../../src-main/tools/rules.ts'
import { type Hook, hook } from '../../../src-shared/hooks/hook.ts'

const made = (about: Partial<Hook>): Hook => hook.parse({ event: 'before-tool', command: 'true', ...about })
const read: GatedCall = { tool: 'read_file', effect: 'read', subject: 'src/a.ts', writes: [] }
const edit: GatedCall = { tool: 'write_file', effect: 'edit', subject: 'src/a.ts', writes: ['src/a.ts'] }
const command: GatedCall = { tool: 'shell', effect: 'command', subject: 'cd x && git push origin', writes: [] }

test.each<[Partial<Hook>, boolean, boolean, boolean]>([
  [{}, true, true, true],
  [{ tool: 'shell' }, false, false, true],
  [{ tool: 'edit_file' }, false, true, false],
  [{ tool: '*_file', pattern: '*.ts' }, true, true, false],
  [{ pattern: '*.js' }, false, false, false],
  [{ tool: 'shell', pattern: 'git push *' }, false, false, true],
  [{ event: 'after-edit' }, false, true, false],
  [{ event: 'after-edit', pattern: 'src/**' }, false, true, false],
  [{ event: 'after-edit', pattern: 'test/**' }, false, false, false],
  [{ event: 'run-end' }, false, false, false],
])('the hook %j concerns a read: %s, an edit: %s, a command: %s', (about, reads, edits, commands) => {
  const one = made(about)
  expect([read, edit, command].map((call) => hookConcerns(one, call))).toEqual([reads, edits, commands])
})

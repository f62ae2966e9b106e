import { expect, test } from 'vitest'
import { readCompare } from '../../src-main/shell-command/arguments/read-compare.ts'
import { compareCommand } from '../../src-main/shell-command/commands/compare-command.ts'
import type { Terminal } from '../../src-main/shell-command/terminal.ts'
import { openTestHost } from '../kit/host/host-open.ts'
import { temporaryProject } from '../kit/project/temporary-project.ts'

test('compare says once where nothing keeps the lanes’ commands in their copies', async () => {
  const project = await temporaryProject({ 'a.txt': '1\n' })
  const host = await openTestHost({ findSandbox: async () => ({ sandbox: null, reason: 'Nothing is here.' }) })
  const said: string[] = []
  const terminal: Terminal = {
    width: null,
    out: () => {},
    data: () => {},
    error: (text) => void said.push(text),
    stream: null,
    progress: () => {},
    ask: null,
    unread: new AbortController().signal,
  }
  const args = readCompare(
    ['--lane', 'A=chat', '--lane', 'B=chat', '--project', project.folder, 'Hello.'],
    project.folder,
  )
  await compareCommand(host, args, {}, terminal)
  expect(said.filter((text) => text.includes('can’t restrict commands'))).toHaveLength(1)
})

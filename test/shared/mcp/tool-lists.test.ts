import { expect, test } from 'vitest'
import { readMcpConfig } from '../../../src-shared/mcp/mcp-config.ts'

const listsOf = (fields: object) => {
  const read = readMcpConfig(JSON.stringify({ mcpServers: { a: { command: 'x', ...fields } } }))
  if (!read.ok) throw new Error(read.problem)
  const [server] = read.servers
  return server === undefined ? read.problems[0] : { off: server.off, only: server.only }
}

test.each<[object, readonly string[], readonly string[] | undefined]>([
  [{}, [], undefined],
  [{ tools: ['*'] }, [], undefined],
  [{ tools: ['one'] }, [], ['one']],
  [{ tools: [] }, [], []],
  [{ includeTools: ['one(x)'], excludeTools: ['two'] }, ['two'], ['one']],
  [{ allowedTools: ['one', 'two'], disabledTools: ['two'] }, ['two'], ['one', 'two']],
  [{ includeTools: ['one', 'two'], tools: ['two', 'three'] }, [], ['two']],
  [{ enabled_tools: ['one'] }, [], ['one']],
  [{ excludeTools: ['*'] }, [], []],
  [{ exclude: 'one, two' }, ['one', 'two'], undefined],
  [{ alwaysAllow: ['one'], autoApprove: ['two'], trust: true }, [], undefined],
])('lists of tools of other tools hold: %j', (fields, off, only) => {
  expect(listsOf(fields)).toEqual({ off, only })
})

test.each([
  [{ includeTools: { one: true } }, 'a: its list of tools, includeTools, can’t be read'],
  [{ excludeTools: [1] }, 'a: its list of tools that are off, excludeTools, can’t be read'],
  [{ disabledTools: true }, 'a: its list of tools that are off, disabledTools, can’t be read'],
  [{ includeTools: ['get_*'] }, 'a: its lists of tools have a pattern, get_*, and only names can be held to'],
])('a list that can’t be held to leaves the server out by name: %j', (fields, problem) => {
  expect(listsOf(fields)).toBe(problem)
})

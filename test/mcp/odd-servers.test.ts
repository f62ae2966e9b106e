import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openConnection } from '../../src-main/mcp/connection.ts'
import { mcpTools } from '../../src-main/mcp/mcp-tools.ts'
import type { ToolServices } from '../../src-main/tools/tool.ts'
import type { McpServer } from '../../src-shared/mcp/mcp-server.ts'
import { temporaryProject } from '../kit/project/temporary-project.ts'

const script = join(import.meta.dirname, '../kit/mcp/told-mcp-server.js')
const server: McpServer = {
  name: 's',
  transport: { kind: 'http', url: 'http://127.0.0.1', headers: {} },
  enabled: true,
  off: [],
  reads: [],
}

/** A real server with these tools, each of which answers with this result. */
async function serverWith(tools: readonly unknown[], result: unknown = { content: [{ type: 'text', text: 'done' }] }) {
  const { folder } = await temporaryProject({})
  const told = join(folder, 'told.json')
  writeFileSync(told, JSON.stringify({ tools, result }))
  const program = { command: process.execPath, args: [script, told], env: {}, cwd: folder }
  const connection = openConnection({ kind: 'stdio', program: () => Promise.resolve(program) }, '0', () => {})
  onTestFinished(() => connection.close())
  const listed = await connection.list()
  const call = async (name: string) => {
    const made = mcpTools(server, listed, connection, new Set(), () => 'a'.repeat(64))
    const planned = await made.find((each) => each.name === `mcp__s__${name}`)?.prepare({}, {} as ToolServices)
    if (planned?.ok !== true) throw new Error(`${name} is not offered`)
    const signal = new AbortController().signal
    return await planned.plan.perform({ signal, output: () => {}, owner: 'r', unseen: false, askUser: async () => '' })
  }
  return { names: listed.map(({ name }) => name), leftOut: connection.leftOut(), call }
}
const fine = { name: 'fine', inputSchema: { type: 'object' } }

test('a bad definition costs that tool, and is named', async () => {
  const deep = JSON.parse(`${'{"a":'.repeat(500)}1${'}'.repeat(500)}`)
  const { names, leftOut, call } = await serverWith([
    fine,
    { name: 5 },
    null,
    { name: 'no-input' },
    { name: 'output', inputSchema: { type: 'object' }, outputSchema: { description: 'no type' } },
    { name: 'deep', inputSchema: deep },
    { name: 'long', inputSchema: { type: 'object', description: 'y'.repeat(100_000) } },
  ])
  expect(names).toEqual(['fine', 'no-input', 'output'])
  expect(leftOut).toMatch(/one without a name .*one without a name .*deep \(it is nested too deeply\), long \(/)
  for (const name of names) expect(await call(name)).toMatchObject({ ok: true, text: expect.stringContaining('done') })
})

const withOutput = (outputSchema: unknown) => [{ name: 'odd', inputSchema: { type: 'object' }, outputSchema }]
const saying = (structuredContent: unknown) => ({ content: [{ type: 'text', text: 'done' }], structuredContent })

test.each([
  ['does not match', { type: 'object', properties: { n: { type: 'number' } } }, { n: 'x' }, 'is not what'],
  ['leads nowhere', { type: 'object', properties: { n: { $ref: '#/definitions/No' } } }, { n: 1 }, 'can’t be used'],
  ['is of no draft', { $schema: 'https://nowhere.test/draft', type: 'object' }, { n: 1 }, 'can’t be used'],
  [
    'has an endless pattern',
    { properties: { n: { pattern: '^(a+)+$' } } },
    { n: `${'a'.repeat(40)}!` },
    'took too long',
  ],
  ['is missing its result', { type: 'object' }, undefined, 'there is no structured result'],
])('a result whose output schema %s is passed on with a note', async (_, schema, value, note) => {
  const { call } = await serverWith(withOutput(schema), saying(value))
  const end = await call('odd')
  expect(end).toMatchObject({ ok: true, text: expect.stringMatching(/^done\n\n\[/) })
  expect(end.text).toContain(note)
  expect(end.text).not.toContain('did not do it')
})

test('one bad part of a result costs that part', async () => {
  const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  const content = [
    { type: 'text', text: 'one' },
    null,
    5,
    { type: 'text' },
    { text: 'no type' },
    { type: 'image', mimeType: 'image/png', data: `data:image/png;base64,${png}` },
    { type: 'text', text: 'two' },
  ]
  const { call } = await serverWith([fine], { content })
  const { text } = await call('fine')
  expect(text.split('\n').filter((line) => line.startsWith('[a part that can’t be read]'))).toHaveLength(3)
  expect(text).toMatch(/^one\n/)
  expect(text).toContain('[Image 1 of this result]\ntwo')
})

test('a structured result of too many values or levels is left out, and the rest is passed on', async () => {
  const deep = JSON.parse(`${'['.repeat(5000)}${']'.repeat(5000)}`)
  for (const value of [{ deep }, { many: Array(300_000).fill(1) }]) {
    const { call } = await serverWith([fine], saying(value))
    expect(await call('fine')).toMatchObject({ ok: true, text: expect.stringContaining('done'), data: null })
  }
})

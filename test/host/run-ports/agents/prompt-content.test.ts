import { expect, test } from 'vitest'
import { handedServers } from '../../../../src-main/host/run-ports/agents/handed-servers.ts'
import { promptContent } from '../../../../src-main/host/run-ports/agents/prompt-content.ts'
import type { McpServer } from '../../../../src-shared/mcp/mcp-server.ts'
import { imageMark } from '../../../../src-shared/mentions/image-marks.ts'

const ref = 'a'.repeat(64)
const text = `Look:\n${imageMark(ref)}\nWhat is it?`
const image = { mediaType: 'image/png', data: 'AAAA' } as const

test('images stand where they were in the message, for an agent that takes them', () => {
  expect(promptContent(text, true, () => image)).toEqual({
    blocks: [
      { type: 'text', text: 'Look:\n' },
      { type: 'image', mimeType: 'image/png', data: 'AAAA' },
      { type: 'text', text: '\nWhat is it?' },
    ],
    note: null,
  })
})

test('what is not sent is said: the agent takes no images, or one is gone', () => {
  expect(promptContent(text, false, () => image).note).toBe('1 image was not sent: the agent takes none.')
  const gone = promptContent(text, true, () => null)
  expect(gone.note).toBe('1 image was not sent: can’t be read any more.')
  expect(gone.blocks[1]).toEqual({ type: 'text', text: '(an image that was left out)' })
})

const placeholder = (name: string) => `\${${name}}`
const server = (name: string, transport: McpServer['transport'], enabled = true): McpServer => ({
  name,
  transport,
  enabled,
  off: [],
  reads: [],
})
const files = server('files', {
  kind: 'stdio',
  command: 'serve',
  args: [placeholder('workspaceFolder')],
  env: { A: '1' },
})
const web = server('web', { kind: 'http', url: 'https://example.com/mcp', headers: { X: 'y' } })

test('enabled servers are handed over as the protocol writes them, those by HTTP only to agents that take them', () => {
  const off = server('off', { kind: 'stdio', command: 'x', args: [], env: {} }, false)
  const program = { name: 'files', command: 'serve', args: ['/work'], env: [{ name: 'A', value: '1' }] }
  const all = handedServers([files, web, off], { servers: { http: true, sse: false } }, '/work')
  expect(all).toEqual({
    servers: [
      program,
      { type: 'http', name: 'web', url: 'https://example.com/mcp', headers: [{ name: 'X', value: 'y' }] },
    ],
    notes: [],
  })
  const few = handedServers([files, web], { servers: { http: false, sse: true } }, '/work')
  expect(few.servers).toEqual([program])
  expect(few.notes).toEqual([expect.stringMatching(/web was not handed over: the agent connects only to/)])
})

test('a server with a variable that is not set is left out, and it is said', () => {
  const broken = server('broken', { kind: 'stdio', command: placeholder('NO_SUCH_VARIABLE_HERE'), args: [], env: {} })
  const { servers, notes } = handedServers([broken], { servers: { http: true, sse: false } }, '/work')
  expect(servers).toEqual([])
  expect(notes[0]).toMatch(/broken was not handed over.*not set/)
})

import { expect, test } from 'vitest'
import { expandVariables, readMcpConfig } from '../../../src-shared/mcp/mcp-config.ts'

test('the files of other tools are read, with what can’t be taken named', () => {
  const claude = {
    mcpServers: {
      files: { command: 'npx', args: ['-y', 'server', 3], env: { A: '1' } },
      web: { type: 'http', url: 'https://example.com/mcp', headers: { Authorization: 'Bearer ${TOKEN}' } },
      old: { type: 'sse', url: 'https://example.com/sse' },
      asks: { command: 'x', env: { KEY: '${input:key}' } },
      empty: {},
      off: { command: 'y', disabled: true },
    },
  }
  const read = readMcpConfig(JSON.stringify(claude))
  if (!read.ok) throw new Error(read.problem)
  expect(read.servers.map(({ name, enabled }) => [name, enabled])).toEqual([
    ['files', true],
    ['web', true],
    ['off', false],
  ])
  expect(read.servers[0]?.transport).toEqual({
    kind: 'stdio',
    command: 'npx',
    args: ['-y', 'server', '3'],
    env: { A: '1' },
  })
  expect(read.problems.map((each) => each.split(':')[0])).toEqual(['old', 'asks', 'empty'])
  expect(readMcpConfig(JSON.stringify({ servers: { a: { url: 'http://localhost:1' } } }))).toMatchObject({ ok: true })
})

test.each(['', '[]', '{"mcpServers":[]}', '{"other":{}}'])('%j is no list of servers', (text) => {
  expect(readMcpConfig(text).ok).toBe(false)
})

test('variables are those of the environment, or their defaults; one that is not set is told', () => {
  const environment = { HOST: 'h', EMPTY: '' }
  expect(expandVariables('${HOST}/${PORT:-80}/${env:HOST}/$HOST/${EMPTY}', environment)).toBe('h/80/h/$HOST/')
  expect(expandVariables('Bearer ${TOKEN}', environment)).toBeUndefined()
})

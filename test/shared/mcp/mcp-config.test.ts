import { expect, test } from 'vitest'
import { expandVariables, mcpPart, readMcpConfig, readMcpServers } from '../../../src-shared/mcp/mcp-config.ts'
import { isToolOn } from '../../../src-shared/mcp/mcp-server.ts'

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

const serversOf = (text: string) => {
  const read = readMcpConfig(text)
  if (!read.ok) throw new Error(read.problem)
  return { ...read, byName: Object.fromEntries(read.servers.map((each) => [each.name, each])) }
}

test('VS Code’s and Cursor’s files are read with comments and placeholders', () => {
  const { byName, problems } = serversOf(`{
    // "no": {}
    "servers": {
      "a": { "type": "stdio", "command": "\${workspaceFolder}/bin/x", "args": ["//no comment", "\${userHome}\${/}y"], },
      "b": { "type": "http", "url": "https://example.com/mcp", "headers": { "X": "Bearer \${env:TOKEN}" } /* one */ },
      "c": { "command": "x", "envFile": "\${workspaceFolder}/.env" },
    },
  }`)
  expect(byName['a']?.transport).toMatchObject({
    command: '${workspaceFolder}/bin/x',
    args: ['//no comment', '${userHome}/y'],
  })
  expect(byName['b']?.transport).toMatchObject({ headers: { X: 'Bearer ${env:TOKEN}' } })
  expect(problems).toEqual([expect.stringMatching(/^c: .*file/)])
  expect(serversOf('{"mcp":{"servers":{"a":{"command":"x"}}}}').servers).toHaveLength(1)
})

test('Claude Code’s own file and opencode’s are read', () => {
  const claude = {
    numStartups: 3,
    mcpServers: { mine: { command: 'a' }, both: { command: 'user' } },
    projects: {
      '/p': { mcpServers: { its: { type: 'http', url: 'https://x.example/${KEY:-k}' }, both: { command: 'p' } } },
      '/q': {},
    },
  }
  const { byName } = serversOf(JSON.stringify(claude))
  expect(Object.keys(byName).sort()).toEqual(['both', 'its', 'mine'])
  expect(byName['both']?.transport).toMatchObject({ command: 'user' })
  const opencode = {
    mcp: {
      local: { type: 'local', command: ['npx', '-y', 's'], environment: { KEY: '{env:KEY}' }, enabled: false },
      remote: { type: 'remote', url: 'https://x.example/mcp', headers: { A: '{env:TOKEN}' } },
      secret: { type: 'remote', url: 'https://x.example/mcp', headers: { A: '{file:~/.token}' } },
    },
  }
  const other = serversOf(JSON.stringify(opencode))
  expect(other.byName['local']).toMatchObject({
    enabled: false,
    transport: { command: 'npx', args: ['-y', 's'], env: { KEY: '${KEY}' } },
  })
  expect(other.byName['remote']?.transport).toMatchObject({ headers: { A: '${TOKEN}' } })
  expect(other.problems).toEqual([expect.stringMatching(/^secret: .*file/)])
})

test('Codex’s servers are taken with their folder, variables, time limits and tools', () => {
  const read = readMcpServers({
    model: 'gpt-5',
    mcp_servers: {
      files: {
        command: 'npx',
        args: ['-y', 's'],
        cwd: 'tools',
        env: { A: '1' },
        env_vars: ['HOME', { name: 'LANG', source: 'local' }],
        startup_timeout_sec: 40,
        tool_timeout_sec: 90.5,
        disabled_tools: ['write'],
      },
      web: {
        url: 'https://x.example/mcp',
        bearer_token_env_var: 'TOKEN',
        http_headers: { B: 'b' },
        env_http_headers: { C: 'SEE' },
        enabled: false,
        startup_timeout_ms: 1500,
        enabled_tools: ['search'],
      },
      wrong: { command: 'x', tool_timeout_sec: 'long' },
    },
  })
  if (!read.ok) throw new Error(read.problem)
  expect(read.servers).toEqual([
    {
      name: 'files',
      enabled: true,
      transport: {
        kind: 'stdio',
        command: 'npx',
        args: ['-y', 's'],
        cwd: 'tools',
        env: { HOME: '${HOME:-}', LANG: '${LANG:-}', A: '1' },
      },
      startSeconds: 40,
      callSeconds: 90.5,
      off: ['write'],
      reads: [],
    },
    {
      name: 'web',
      enabled: false,
      transport: {
        kind: 'http',
        url: 'https://x.example/mcp',
        headers: { Authorization: 'Bearer ${TOKEN}', B: 'b', C: '${SEE}' },
      },
      startSeconds: 1.5,
      off: [],
      reads: [],
      only: ['search'],
    },
  ])
  expect(read.problems).toEqual([expect.stringMatching(/^wrong: /)])
})

test('of a larger file only the part with the servers is shown, and reads the same', () => {
  const claude = { history: ['secret'], mcpServers: { a: { command: 'x' } }, projects: { '/p': { allowed: [] } } }
  const part = mcpPart(claude)
  expect(part?.names).toEqual(['a'])
  expect(part?.text).not.toContain('secret')
  expect(readMcpConfig(part?.text ?? '')).toEqual(readMcpServers(claude))
  const codex = { mcp_servers: { a: { url: 'http://localhost:1', enabled_tools: ['t'] } } }
  expect(readMcpConfig(mcpPart(codex)?.text ?? '')).toEqual(readMcpServers(codex))
  expect(mcpPart({ mcpServers: {} })).toBeNull()
})

test('a tool is on unless it was turned off or is missing in the list of the only ones', () => {
  expect(isToolOn({ off: ['a'] }, 'a')).toBe(false)
  expect(isToolOn({ off: [] }, 'a')).toBe(true)
  expect(isToolOn({ off: [], only: ['b'] }, 'a')).toBe(false)
  expect(isToolOn({ off: ['b'], only: ['b'] }, 'b')).toBe(false)
})

test.each<[string, object, object]>([
  [
    'Windsurf',
    { mcpServers: { a: { serverUrl: 'https://x.example/mcp' } } },
    { transport: { url: 'https://x.example/mcp' } },
  ],
  ['Gemini CLI', { mcpServers: { a: { httpUrl: 'https://x.example/mcp', timeout: 30_000 } } }, { callSeconds: 30 }],
  ['Gemini CLI’s lists', { mcp: { allowed: ['b'] }, mcpServers: { a: { command: 'x' } } }, { enabled: false }],
  ['Cline', { mcpServers: { a: { command: 'x', timeout: 60, disabled: true } } }, { callSeconds: 60, enabled: false }],
  [
    'Zed',
    { context_servers: { a: { source: 'custom', command: 'npx', args: ['s'] } } },
    { transport: { command: 'npx' } },
  ],
  [
    'Zed before',
    { context_servers: { a: { command: { path: 'x', args: ['y'], env: { A: 1 } } } } },
    { transport: { command: 'x', args: ['y'], env: { A: '1' } } },
  ],
  ['opencode', { mcp: { a: { type: 'local', command: ['x'], timeout: 20_000 } } }, { startSeconds: 20 }],
  ['Crush', { mcp: { a: { type: 'stdio', command: 'x', timeout: 120 } } }, { startSeconds: 120 }],
  ['Amp', { 'amp.mcpServers': { a: { url: 'https://x.example/mcp', includeTools: ['t'] } } }, { only: ['t'] }],
  [
    'a workspace of VS Code',
    { folders: [], settings: { mcp: { servers: { a: { command: 'x' } } } } },
    { transport: { kind: 'stdio', command: 'x', args: [], env: {} } },
  ],
  ['Mistral Vibe', { mcp_servers: [{ name: 'a', transport: 'stdio', command: 'x' }] }, { name: 'a' }],
  [
    'Copilot in JetBrains’ programs',
    { servers: { a: { url: 'https://x.example/mcp', requestInit: { headers: { A: 'b' } } } } },
    { transport: { kind: 'http', url: 'https://x.example/mcp', headers: { A: 'b' } } },
  ],
  [
    'variables of Gemini CLI without braces',
    { mcpServers: { a: { command: 'x', env: { K: '$KEY', P: 'pa$WORD', C: '$3' } } } },
    { transport: { kind: 'stdio', command: 'x', args: [], env: { K: '${KEY}', P: 'pa$WORD', C: '$3' } } },
  ],
  [
    'variables of Crush without braces',
    { mcp: { a: { type: 'http', url: 'https://x.example/mcp', headers: { Authorization: 'Bearer $TOKEN' } } } },
    { transport: { kind: 'http', url: 'https://x.example/mcp', headers: { Authorization: 'Bearer ${TOKEN}' } } },
  ],
  ['a plugin of Claude Code', { a: { type: 'http', url: 'https://x.example/mcp' } }, { name: 'a' }],
  [
    'Continue',
    { mcpServers: [{ name: 'a', command: 'x', connectionTimeout: 500, requestOptions: {} }] },
    { name: 'a', startSeconds: 0.5 },
  ],
  [
    'Codex without limits',
    { mcp_servers: { a: { command: 'x', startup_timeout_sec: 0, tool_timeout_sec: 7200 } } },
    { callSeconds: 1800 },
  ],
  [
    'numbers and nulls',
    { mcpServers: { a: { url: 'https://x.example', headers: { V: 2, F: true, N: null } } } },
    { transport: { headers: { V: '2', F: 'true' } } },
  ],
  [
    'a default for the host',
    { mcpServers: { a: { url: '${BASE:-https://x.example}/mcp' } } },
    { transport: { url: '${BASE:-https://x.example}/mcp' } },
  ],
  [
    'a command as a line',
    { mcpServers: { a: { command: 'npx -y @x/server --flag' } } },
    { transport: { command: 'npx', args: ['-y', '@x/server', '--flag'] } },
  ],
  [
    'a line with a path',
    { mcpServers: { a: { command: '/usr/bin/node "/srv/my server.js"' } } },
    { transport: { command: '/usr/bin/node', args: ['/srv/my server.js'] } },
  ],
  [
    'a path with spaces',
    { mcpServers: { a: { command: 'C:\\Program Files\\x\\x.exe' } } },
    { transport: { command: 'C:\\Program Files\\x\\x.exe', args: [] } },
  ],
])('the form of %s is read', (_, file, expected) => {
  const { servers, problems } = serversOf(JSON.stringify(file))
  expect(problems).toEqual([])
  expect(servers).toMatchObject([expected])
  expect(readMcpConfig(mcpPart(file)?.text ?? '')).toMatchObject({ ok: true, servers })
})

test.each([
  [{ url: '${BASE}/mcp' }, 'a variable without a default stands for it'],
  [{ url: 'example.com/mcp' }, 'does not begin with http'],
  [{ command: 'cd x && npx y' }, 'a line for a shell'],
  [{ command: 'x', env: { A: '${{ secrets.A }}' } }, 'only another tool knows'],
  [{ command: 'x', args: [{}] }, 'its field args'],
  [{ type: 'builtin' }, 'part of another tool'],
  [{ url: 'https://x.example/mcp', headersHelper: './token.sh' }, 'takes its headers from a program'],
])('%j is refused with its reason', (server, reason) => {
  expect(serversOf(JSON.stringify({ mcpServers: { a: server } })).problems).toEqual([expect.stringContaining(reason)])
})

test('names that are alike until they are cut stay two', () => {
  const long = 'a'.repeat(60)
  const { servers } = serversOf(
    JSON.stringify({ mcpServers: { [`${long}x`]: { command: 'x' }, [`${long}y`]: { command: 'y' } } }),
  )
  expect(servers.map(({ name }) => name)).toEqual([long, `${'a'.repeat(58)}-2`])
})

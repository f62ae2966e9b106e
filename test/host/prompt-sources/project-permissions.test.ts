import { expect, test } from 'vitest'
import { permissionsIn, projectPermissions } from '../../../src-main/host/prompt-sources/project-permissions.ts'
import { decide } from '../../../src-main/tools/gate.ts'
import type { GatedCall } from '../../../src-main/tools/rules.ts'
import { temporaryProject } from '../../kit/project/temporary-project.ts'

const read = (permissions: object) => permissionsIn(JSON.stringify({ permissions }), 's.json', '/home/a/p')
const denied = (...deny: readonly string[]) => read({ deny })

const shell = (subject: string): GatedCall => ({ tool: 'shell', effect: 'command', subject, writes: [] })
const edit = (path: string): GatedCall => ({ tool: 'edit_file', effect: 'edit', subject: path, writes: [path] })
const reading = (path: string, tool = 'read_file'): GatedCall => ({ tool, effect: 'read', subject: path, writes: [] })
const page = (href: string): GatedCall => ({
  tool: 'fetch_page',
  effect: 'command',
  subject: href,
  writes: [],
  key: new URL(href).origin,
  leaves: true,
})
const ofServer = (tool: string, effect: 'command' | 'read' = 'command'): GatedCall => ({
  tool,
  effect,
  subject: `tool {"a":1}`,
  writes: [],
})

test.each<[string, readonly GatedCall[], readonly GatedCall[]]>([
  ['Bash(rm:*)', [shell('rm -rf x'), shell('true && rm x'), shell('timeout 5 rm x')], [shell('ls'), shell('rmdir x')]],
  ['Bash(git push --force)', [shell('git push --force')], [shell('git push')]],
  ['Bash(npm run publish *)', [shell('npm run publish now')], [shell('npm run build')]],
  ['Bash', [shell('ls'), shell('rm x')], [edit('a')]],
  ['Bash(*)', [shell('ls')], [edit('a')]],
  ['Edit(./src/**)', [edit('src/a/b.ts'), shell('echo x > src/a.ts')], [edit('lib/src/a.ts')]],
  ['Write(*.lock)', [edit('a.lock'), edit('deep/b.lock')], [edit('a.ts')]],
  ['Edit(docs)', [edit('docs'), edit('docs/a.md')], [edit('a.md')]],
  ['Edit(//home/a/p/secret/**)', [edit('secret/a')], [edit('other/secret/a')]],
  ['Edit', [edit('a')], [reading('a')]],
  ['Read(./.env)', [reading('.env')], [reading('deep/.env'), reading('.env.example'), edit('.env')]],
  ['Read(.env)', [reading('.env'), reading('deep/.env')], [reading('a.env')]],
  ['Read(./secrets/**)', [reading('secrets/a/b')], [reading('a')]],
  ['Read', [reading('a'), reading('a/b')], [edit('a')]],
  ['Grep', [reading('x', 'search_text')], [reading('a')]],
  ['WebFetch', [page('https://example.com/a')], [shell('ls')]],
  [
    'WebFetch(domain:example.com)',
    [page('https://example.com/a'), page('http://example.com:8080/')],
    [page('https://example.org/')],
  ],
  ['*', [shell('ls'), edit('a'), reading('a'), ofServer('mcp__a__b')], []],
  ['mcp__github', [ofServer('mcp__github__push'), ofServer('mcp__github__look', 'read')], [ofServer('mcp__git__go')]],
  ['mcp__github__*', [ofServer('mcp__github__push')], [ofServer('mcp__other__push')]],
  ['mcp__github__push', [ofServer('mcp__github__push')], [ofServer('mcp__github__look')]],
])(
  'what a project denies with %s is refused even where everything is allowed, and nothing else',
  (entry, not, still) => {
    const { rules, problems } = denied(entry)
    expect(not.map((call) => decide(call, 'everything', rules).kind)).toEqual(not.map(() => 'refuse'))
    expect(still.map((call) => decide(call, 'everything', rules).kind)).not.toContain('refuse')
    expect(problems.filter((each) => !each.includes('holds for read_file'))).toEqual([])
  },
)

test('what it wants to be asked about is asked about, and what it allows is not allowed by that', () => {
  const { rules, problems } = read({
    ask: ['Bash(git push:*)', 'Read(./.env)'],
    allow: ['Bash(rm:*)', 'Edit', 'WebFetch'],
  })
  expect(decide(shell('git push'), 'everything', rules).kind).toBe('ask')
  expect(decide(reading('.env'), 'everything', rules).kind).toBe('ask')
  expect(decide(shell('rm x'), 'ask', rules).kind).toBe('ask')
  expect(decide(edit('a'), 'ask', rules).kind).toBe('ask')
  expect(problems).toHaveLength(1)
})

test.each([
  ['Read(~/.ssh/**)', 'it is not about files of the project'],
  ['Edit(//etc/**)', 'it is not about files of the project'],
  ['Edit(!src/**)', 'exceptions are not known here'],
  ['Agent(Explore)', 'there is no such tool here'],
  ['Grep(secret)', 'Grep can’t be limited to that here'],
  ['WebFetch(https://example.com)', 'only a domain can be named here'],
  ['mcp__github__push(main)', 'a server’s tool has no such limit here'],
  ['NewTool', 'there is no such tool here'],
  ['Bash(rm', 'it can’t be read'],
  [7, 'it can’t be read'],
  ['Read(./.env)', 'that holds for read_file, but searches and commands can still show it'],
])('a denial that can’t be held to, %s, is named with the reason', (entry, why) => {
  expect(read({ deny: [entry] }).problems).toEqual([`s.json denies ${entry}: ${why}.`])
})

test('settings that can’t be read, and modes, are named', () => {
  for (const text of ['{', '[]', '{"permissions": {"deny": "Bash"}}', '{"permissions": 1}'])
    expect(permissionsIn(text, 's.json', '/p').problems[0]).toContain('What s.json denies does not hold')
  expect(read({ defaultMode: 'plan', disableBypassPermissionsMode: 'disable' }).problems).toHaveLength(2)
  expect(read({ defaultMode: 'acceptEdits' })).toEqual({ rules: [], problems: [] })
  const spoken = '\uFEFF{\n  // no pushes\n  "permissions": { "deny": ["Bash(git push:*)",] },\n}'
  expect(permissionsIn(spoken, 's.json', '/p').rules).toHaveLength(1)
})

test('both files of a project count, and a project without them has none', async () => {
  const deny = (entry: string) => JSON.stringify({ permissions: { deny: [entry] } })
  const { folder } = await temporaryProject({
    '.claude/settings.json': deny('Bash(rm:*)'),
    '.claude/settings.local.json': deny('WebFetch'),
  })
  expect((await projectPermissions(folder)).rules.map(({ tool }) => tool)).toEqual(['shell', 'fetch_page'])
  expect(await projectPermissions((await temporaryProject({ 'a.txt': '' })).folder)).toEqual({
    rules: [],
    problems: [],
  })
})

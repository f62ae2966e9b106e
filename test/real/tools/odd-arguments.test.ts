import { expect, test, vi } from 'vitest'
import { temporaryFolder } from '../../kit/host/host-open.ts'
import { temporaryProject } from '../../kit/project/temporary-project.ts'
import { playCalls } from '../kit/played-calls.ts'

// Every command is a process of its own: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 180_000 })

const taken: readonly [tool: string, raw: string, result: RegExp, said: string][] = [
  [
    'read_file',
    '{"path":"a.txt","offset":"2","limit":"1"}',
    /^x2\n/,
    'offset as the number 2 and limit as the number 1',
  ],
  [
    'edit_file',
    '{"path":"a.txt","old_text":"x","new_text":"y","replace_all":"true"}',
    /^Edited/,
    'replace_all as true',
  ],
  ['git', '{"args":"[\\"--version\\"]"}', /Start with the subcommand/, 'args as a list'],
  ['git', '{"args":"status --short"}', /a\.txt|not a git repository/, 'args as a list'],
  ['read_file', '"{\\"path\\":\\"a.txt\\"}"', /^y1/, 'a JSON text that holds the object'],
  ['read_file', '{}{"path":"a.txt"}', /^y1/, 'the object after an empty one'],
  ['read_file', '```json\n{"path":"a.txt"}\n```', /^y1/, 'a fenced object'],
  [
    'read_file',
    '{"path":"a.txt","explanation":"to see it"}',
    /^y1/,
    'without explanation, which read_file does not have',
  ],
  ['read_file', '{"file_path":"a.txt"}', /^y1/, 'file_path as path'],
  ['edit_file', '{"file_path":"a.txt","oldText":"y1","new_string":"z1"}', /^Edited/, 'new_string as new_text'],
  ['shell', '{"command":["echo","hi"],"description":"says hi"}', /^hi\n/, 'command as one command line'],
  ['find_files', '{"pattern":"*.txt"}', /^a\.txt/, 'pattern as glob'],
]

test('arguments that can mean only one thing are taken so, and the result says how', async () => {
  const project = await temporaryProject({ 'a.txt': 'x1\nx2\n' })
  const calls = taken.map(([tool, raw]) => ({ tool, raw }))
  const { results } = await playCalls(await temporaryFolder(), project.folder, calls)
  expect(results).toHaveLength(taken.length)
  for (const [at, [, raw, result, said]] of taken.entries()) {
    expect(results[at], raw).toMatch(result)
    expect(results[at], raw).toMatch(/\[Taken as meant: .*\.\]$/)
    expect(results[at], raw).toContain(said)
  }
  expect(await project.read('a.txt')).toBe('z1\ny2\n')
})

test('what could mean two things is refused with the true reason', async () => {
  const project = await temporaryProject({ 'a.txt': 'x\n' })
  const { results } = await playCalls(await temporaryFolder(), project.folder, [
    { tool: 'shell', raw: '{"command":"touch made"}{"command":"touch made"}' },
    { tool: 'shell', raw: '{"command":["sh","-c","touch made"]}' },
    { tool: 'shell', raw: '{"command":"touch made","sudo":true}' },
    { tool: 'read_file', raw: '{"file":"a.txt","file_path":"b.txt"}' },
    { tool: 'write_file', raw: '{"path":"made","content":{"a":1}}' },
    { tool: 'read_file', raw: '{"path":"a.txt","offset":"first"}' },
    { tool: 'shell', raw: '{"command":"touch made' },
  ])
  const reasons = [/no valid JSON/, /command: /, /sudo/, /path: /, /content: /, /offset: /, /ended inside this call/]
  for (const [at, reason] of reasons.entries()) {
    expect(results[at]).toMatch(reason)
    if (at < 6) expect(results[at]).not.toMatch(/ended inside|broke off/)
  }
  await expect(project.read('made')).rejects.toThrow('ENOENT')
})

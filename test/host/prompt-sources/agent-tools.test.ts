import { expect, test } from 'vitest'
import { readAgentFile } from '../../../src-main/host/prompt-sources/agent-file.ts'

const read = async (fields: string) => {
  const made = await readAgentFile(
    `---\nname: g\ndescription: d\n${fields}\n---\nx\n`,
    '.claude/agents/g.md',
    'project',
  )
  if (made === null) throw new Error('no sub-agent')
  return 'problem' in made ? made.problem : { tools: made.tools, ...made.restrictions }
}
const reading = ['read_file', 'list_directory', 'find_files', 'search_text', 'ask_user', 'load_skill', 'fetch_page']
const all = [...reading, 'edit_file', 'write_file', 'shell', 'git']
const without = (...names: string[]) =>
  expect.toSatisfy(
    (tools: readonly string[]) =>
      tools.length === all.length - names.length && all.every((each) => names.includes(each) !== tools.includes(each)),
  )

test.each([
  ['', null],
  ['tools: "*"', null],
  ['tools: []', []],
  ['tools:', []],
  ['tools: Read, Grep', ['read_file', 'search_text']],
  ['tools: [Read, mcp__a__b]', ['read_file', 'mcp__a__b']],
  ['tools:\n  "*": false\n  read: true\n  grep: true', ['read_file', 'search_text']],
  ['tools:\n  write: false\n  edit: false', without('write_file', 'edit_file')],
  ['tools:\n  "b*": false', without('shell', 'git')],
  ['tools:\n  read: true', null],
  ['disallowedTools: Write, Edit, Bash', without('write_file', 'edit_file', 'shell', 'git')],
  ['disallowedTools: [mcp__a]', without()],
  ['tools: Read, Write\ndisallowedTools: Write', ['read_file']],
  ['permission:\n  edit: deny\n  bash: deny\n  webfetch: allow', without('edit_file', 'write_file', 'shell', 'git')],
  ['permission: deny', []],
  ['permission:\n  "*": deny', []],
  ['permissionMode: plan', reading],
  ['permissionMode: acceptEdits', null],
  ['readonly: true', reading],
  ['tools: Read, Write\nreadonly: true', ['read_file']],
])('%j leaves the tools %j', async (fields, tools) => expect(await read(fields)).toEqual({ tools }))

test.each([
  ['tools: Read, Bash(git diff:*, git log:*), Grep', ['git diff *', 'git log *'], []],
  ['tools: Bash(npm test)', ['npm test'], []],
  ['tools: Bash, Bash(npm test)', null, []],
  ['disallowedTools: Bash(rm:*)', null, [['shell', 'rm *', 'deny']]],
  ['disallowedTools: Edit(migrations/**)', null, [['edit_file', 'migrations/**', 'deny']]],
  [
    'permission:\n  bash:\n    "*": deny\n    "git diff*": allow\n    "git push": ask',
    ['git diff*', 'git push'],
    [['shell', 'git push', 'ask']],
  ],
  [
    'permission:\n  bash:\n    "*": ask\n    "rm *": deny',
    null,
    [
      ['shell', '*', 'ask'],
      ['shell', 'rm *', 'deny'],
    ],
  ],
  ['permission:\n  edit: ask', null, [['edit_file', '**', 'ask']]],
])('%j holds its calls', async (fields, commands, rules) => {
  const made = await read(fields)
  const { commands: only = null, rules: own = [] } = typeof made === 'string' ? {} : made
  expect([only, own.map(({ tool, pattern, decision }) => [tool, pattern, decision])]).toEqual([commands, rules])
})

test.each([
  ['tools: Read(src/**)', 'Read is limited to src/**'],
  ['disallowedTools: Read(.env)', 'it may not use Read for .env'],
  ['disallowedTools: Edit(/etc/**)', 'it may not use Edit for /etc/**'],
  ['permissionMode: dontAsk', 'its permission mode "dontAsk" is not known here'],
  ['permission:\n  read:\n    "*.env": deny', 'read_file is limited to some files'],
  ['permission:\n  bash: maybe', 'the permission bash can’t be read'],
  ['tools:\n  bash: perhaps', 'the switch bash is neither on nor off'],
  ['tools: [[Read]]', 'its list of tools can’t be read'],
  ['hooks:\n  PreToolUse: []', 'it has hooks of its own'],
  ['isolation: worktree', 'it wants to work in a copy of its own'],
  ['maxTurns: many', 'its limit maxTurns is not a whole number of at least 1'],
  ['steps: 0', 'its limit steps is not a whole number of at least 1'],
  ['deniedPaths: [secret]', 'its field deniedPaths is not known here'],
  ['permissions:\n  deny: [Bash]', 'its field permissions is not known here'],
])('%j refuses the file by name, with the reason', async (fields, reason) => {
  expect(await read(fields)).toContain(`It is not used, since ${reason}`)
})

test.each([
  ['maxTurns: 5', 5],
  ['maxTurns: "5"', 5],
  ['steps: 3', 3],
  ['maxSteps: 3\nmax_turns: 2', 2],
  ['model: opus', undefined],
])('%j limits its rounds', async (fields, rounds) => {
  const made = await readAgentFile(
    `---\nname: g\ndescription: d\n${fields}\n---\nx\n`,
    '.claude/agents/g.md',
    'project',
  )
  expect(made).toHaveProperty('tools')
  expect(made !== null && 'rounds' in made ? made.rounds : undefined).toBe(rounds)
})

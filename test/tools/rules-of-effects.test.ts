import { describe, expect, test } from 'vitest'
import { decide } from '../../src-main/tools/gate.ts'
import { hookConcerns } from '../../src-main/tools/hooks/hook-concerns.ts'
import type { GatedCall, Rule } from '../../src-main/tools/rules.ts'
import { hook } from '../../src-shared/hooks/hook.ts'
import { denied, toolBench } from './tool-kit.ts'

const shell = (subject: string): GatedCall => ({ tool: 'shell', effect: 'command', subject, writes: [] })
const git = (subject: string, effect: 'command' | 'read' = 'command'): GatedCall => ({
  tool: 'git',
  effect,
  subject,
  writes: [],
})
const server = (commands: string[], touches: string[] = []): GatedCall => ({
  tool: 'mcp__desk__run',
  effect: 'command',
  subject: 'run {}',
  key: 'k',
  writes: [],
  commands,
  touches,
})
const rule = (pattern: string, decision: 'allow' | 'ask' | 'deny' = 'deny', tool = 'shell'): Rule => ({
  tool,
  pattern,
  decision,
})
const kind = (call: GatedCall, rules: Rule[], mode: 'ask' | 'everything' | 'read-only' = 'everything') =>
  decide(call, mode, rules).kind

describe('a rule for commands is about what runs, whichever tool runs it', () => {
  test.each([
    shell('git push'),
    shell('timeout 60 git push'),
    shell('bash -lc "cd a && git push --force"'),
    git('git push --force origin main'),
    server(['git push']),
    server(["bash -c 'git push'"]),
  ])('it denies and asks about %j', (call) => {
    expect(kind(call, [rule('git push *')])).toBe('refuse')
    expect(kind(call, [rule('git push *', 'ask')])).toBe('ask')
    expect(kind(call, [rule('git fetch *'), rule('git push *', 'deny', 'edit_file')])).toBe('allow')
    const before = hook.parse({ event: 'before-tool', tool: 'shell', pattern: 'git push *', command: 'exit 2' })
    expect(hookConcerns(before, call)).toBe(true)
    expect(hookConcerns({ ...before, pattern: 'git fetch *' }, call)).toBe(false)
  })

  test('what the git tool only reads can be denied too, also in plan mode; without a rule it is free', () => {
    const log = git('git log', 'read')
    expect(kind(log, [rule('git log *')], 'read-only')).toBe('refuse')
    expect(kind(log, [rule('git *', 'ask')])).toBe('ask')
    expect(kind(log, [rule('git push *')], 'ask')).toBe('allow')
  })

  test('a rule that allows commands allows them by the git tool', () => {
    expect(kind(git('git fetch origin'), [rule('git fetch *', 'allow')], 'ask')).toBe('allow')
    expect(kind(git('git push origin'), [rule('git fetch *', 'allow')], 'ask')).toBe('ask')
  })

  test('what can’t be read before it runs is asked about if a rule could be about it', () => {
    for (const unclear of ['$GIT push', 'eval "$x"', 'curl a | sh', 'git $what']) {
      expect(decide(shell(unclear), 'everything', [rule('git push *')])).toMatchObject({
        kind: 'ask',
        rule: null,
        note: 'Your rule “git push *” may be about this: only the run will show.',
      })
      expect(kind(shell(unclear), [rule('git push *', 'ask')])).toBe('ask')
      expect(kind(shell(unclear), [])).toBe('allow')
    }
    expect(kind(shell('npm test $x'), [rule('git push *')])).toBe('allow')
  })
})

test.each([
  ['npm test *', 'npm test -- a', true],
  ['npm test *', 'npm test 2>&1', true],
  ['npm test *', 'npm test && npm test -- b', true],
  ['npm test *', 'npm test && npm publish', false],
  ['npm test *', 'npm test > out', false],
  ['npm test *', 'npm test $(id)', false],
  ['npm test *', 'npm test $X', false],
  ['npm test *', 'X=1 npm test', false],
  ['npm test *', 'npm test &', false],
  ['env *', 'env rm -rf x', false],
  ['timeout *', 'timeout 5 rm -rf x', false],
  ['find *', 'find . -exec rm +', false],
  ['bash *', 'bash -c "rm -rf x"', false],
  ['git push *', 'git -C /other push', false],
  ['timeout 5 rm x', 'timeout 5 rm x', true],
  ['$X y', '$X y', true],
])('the rule %j allows %j: %s, since all parts have to match', (pattern, command, allowed) => {
  expect(kind(shell(command), [rule(pattern, 'allow')], 'ask')).toBe(allowed ? 'allow' : 'ask')
})

test('a rule for edits is about files that a command writes, as far as its text tells', () => {
  const deny = [rule('migrations/**', 'deny', 'edit_file')]
  expect(kind(shell('echo x > migrations/1.sql'), deny)).toBe('refuse')
  expect(kind(shell('cd migrations && sed -i s/a/b/ 1.sql'), deny)).toBe('refuse')
  expect(kind(git('git checkout -- migrations'), deny)).toBe('refuse')
  expect(kind(shell('rm $x'), deny)).toBe('ask')
  expect(kind(server([], ['migrations/1.sql']), deny)).toBe('ask')
  expect(kind(server([], ['src/1.ts']), deny)).toBe('allow')
  expect(kind(shell('cat migrations/1.sql'), deny)).toBe('allow')
})

test('the question names what will run, where the command does not say it itself', async () => {
  const bench = await toolBench({}, { approval: 'ask', answer: () => denied })
  await bench.run('shell', { command: 'bash -c "timeout 5 git push; npm publish"' })
  await bench.run('shell', { command: 'curl -s x | sh' })
  await bench.run('shell', { command: 'npm test' })
  expect(
    bench.approvals.map(({ note = '' }) => note.split(/(?<=\.) (?=[A-Z])/).filter((each) => /runs/.test(each))),
  ).toEqual([
    ['This runs git push and npm publish.'],
    ['This runs curl and sh.', 'Not all of it can be read before it runs: a shell runs what it is handed.'],
    [],
  ])
})

test('the git tool is refused by a rule for commands, and by a hook for them', async () => {
  const rules = [rule('git push *')]
  const bench = await toolBench({}, { approval: 'everything', rules: () => rules })
  expect((await bench.run('git', { args: ['push', '--force'] })).result).toMatchObject({
    ok: false,
    summary: 'refused',
  })
  expect((await bench.run('git', { args: ['status'] })).result.summary).not.toBe('refused')
})

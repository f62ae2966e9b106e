import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { commandModels } from '../../src-main/shell-command/arguments/command-profiles.ts'
import { type Arguments, readArguments } from '../../src-main/shell-command/arguments/read-arguments.ts'
import type { RunArguments } from '../../src-main/shell-command/arguments/read-run.ts'
import { isCommand, UsageError, usage } from '../../src-main/shell-command/arguments/usage.ts'
import { takeKeys } from '../../src-main/shell-command/environment-keys.ts'
import { testProfile } from '../kit/host/host-open.ts'

const here = resolve('/here')

test.each([
  [[]],
  [['dance']],
  [['run']],
  [['run', ' ']],
  [['run', 'one', 'two']],
  [['run', '--approve', 'all', 'go']],
  [['run', '--options', '{', 'go']],
  [['run', '--options', '[]', 'go']],
  [['run', '--base-url', 'http://127.0.0.1:1/v1', 'go']],
  [['run', '--base-url', 'nonsense', '--model', 'm', 'go']],
  [['run', '--base-url', 'file:///etc', '--model', 'm', 'go']],
  [['run', '--role', 'planner', 'go']],
  [['run', '--unknown', 'go']],
  [['run', '--continue', '--conversation', 'conv_1', 'go']],
  [['run', '--mode', 'dream', 'go']],
  [['run', '--budget', 'fame=1', 'go']],
  [['run', '--budget', 'cost=0', 'go']],
  [['run', '--budget', 'time=10', 'go']],
  [['run', '--file', 'a.txt', 'go']],
  [['run', '--file', 'not-there.txt']],
  [['run', '--project', '', 'go']],
  [['run', '--model', '', 'go']],
  [['list', '--project', '']],
  [['show']],
  [['resume', 'a', 'b']],
  [['list', 'more']],
  [['replay']],
  [['fork', 'r']],
  [['export', 'r']],
  [['export', 'r', '--format', 'pdf']],
  [['import']],
  [['import', 'a', 'b']],
  [['import', 'a', '--found']],
  [['import', '--session', 'codex']],
  [['import', '--session', 'other:1']],
  [['search']],
  [['fork', '--at', '1']],
  [['fork', 'r', '--at', '1', ' ']],
  [['fork', 'r', '--at', '1', '--options', '{}']],
  [['fork', 'r', '--at', '1', 'one', 'two']],
])('%j is not understood', (args) => {
  expect(() => readArguments(args, here)).toThrow(UsageError)
})

test('import: a file, what was found in a folder, or a session of another tool by its id', () => {
  const import_ = (...args: string[]) => readArguments(['import', ...args], here)
  expect(import_('a.jsonl')).toMatchObject({ from: { kind: 'file' }, project: null })
  expect(import_('--found')).toMatchObject({ from: { kind: 'found' }, project: here })
  expect(import_('--session', 'codex:2026-01-01T10:00')).toMatchObject({
    from: { kind: 'session', tool: 'codex', id: '2026-01-01T10:00' },
  })
})

test('run: what is left out has its default, what is named is taken', () => {
  expect(readArguments(['run', 'go'], here)).toEqual({
    command: 'run',
    project: here,
    strategy: null,
    sets: [],
    baseUrl: null,
    api: null,
    model: null,
    roles: {},
    efforts: {},
    stallMs: null,
    approval: 'ask',
    toolsInText: false,
    network: false,
    noHooks: false,
    otlp: null,
    variables: [],
    approvesPlans: false,
    breakpoints: [],
    json: false,
    message: 'go',
    answers: null,
    files: null,
    mode: 'act',
    limits: {},
    atLimit: null,
    images: [],
  } satisfies RunArguments)
  const args = [
    'run',
    '--strategy',
    'conversation(chat)',
    '--options',
    '{"a":1}',
    '--role',
    'planner=m2',
    '--role',
    'x=a=b',
    '--json',
    '--project',
    'p',
    'go',
  ]
  expect(readArguments(args, here)).toMatchObject({
    project: resolve(here, 'p'),
    strategy: { name: 'conversation', options: {}, inner: { name: 'chat', options: { a: 1 } } },
    roles: { planner: 'm2', x: 'a=b' },
    json: true,
  })
})

test.each(['run', 'resume', 'fork', 'compare'])(
  '%s takes --network for what runs unasked, --no-hooks, and the address of a collector',
  (command) => {
    const rest = {
      run: ['go'],
      resume: ['r'],
      fork: ['r', '--at', '1'],
      compare: ['--lane', 'A=chat', '--lane', 'B=chat', 'go'],
    }[command]
    expect(readArguments([command, ...(rest ?? [])], here)).toMatchObject({
      network: false,
      noHooks: false,
      otlp: null,
      variables: [],
    })
    const otlp = 'http://localhost:4318'
    const all = [command, '--network', '--no-hooks', '--otlp', otlp, ...(rest ?? [])]
    expect(readArguments(all, here)).toMatchObject({ network: true, noHooks: true, otlp })
    const wrong = [command, '--otlp', 'http://me:secret@localhost', ...(rest ?? [])]
    expect(() => readArguments(wrong, here)).toThrow('--otlp must be')
  },
)

test('run and compare take --tools-in-text, a comparison that is continued too', () => {
  const lanes = ['--lane', 'A=chat', '--lane', 'B=chat']
  for (const args of [
    ['run', 'go'],
    ['compare', ...lanes, 'go'],
    ['compare', '--resume', 'x'],
  ]) {
    expect(readArguments(args, here)).toMatchObject({ toolsInText: false })
    expect(readArguments([...args, '--tools-in-text'], here)).toMatchObject({ toolsInText: true })
  }
})

test('help is help, wherever it is asked for', () => {
  for (const args of [['--help'], ['-h'], ['help'], ['help', 'nonsense'], ['nonsense', '--help']])
    expect(readArguments(args, here)).toEqual({ command: 'help', of: null })
  for (const args of [
    ['help', 'run'],
    ['run', '--help'],
    ['run', 'Do', '-h'],
  ])
    expect(readArguments(args, here)).toEqual({ command: 'help', of: 'run' })
  expect(readArguments(['run', '--', '--help'], here)).toMatchObject({ command: 'run', message: '--help' })
})

test('an option that is not there is named, with the way for words that only look like one', () => {
  expect(() => readArguments(['run', '-x marks it'], here)).toThrow(
    'Unknown option -x. Put text that starts with a hyphen at the end, after --.',
  )
})

const runOf = (args: Arguments): RunArguments => {
  if (args.command !== 'run') throw new Error('no run')
  return args
}
const modelsOf = (args: string[], hasKey: boolean) =>
  commandModels(
    runOf(readArguments(['run', ...args, 'go'], here)),
    [testProfile('http://127.0.0.1:9/v1', { id: 'prof_1', name: 'Mine' })],
    () => hasKey,
  )

test('run reads what it answers, its mode and its limits', () => {
  expect(readArguments(['run', '--continue', '--mode', 'plan', 'go'], here)).toMatchObject({
    answers: { newest: true },
    mode: 'plan',
  })
  const limits = 'cost=0.5,tokens=1000,time=1.5m,calls=none,tools=3'
  expect(
    readArguments(['run', '--conversation', 'run_1', '--budget', limits, '--at-limit', 'ask', 'go'], here),
  ).toMatchObject({
    answers: { id: 'run_1' },
    atLimit: 'ask',
    limits: { cost: 0.5, tokens: 1000, wallMs: 90_000, modelCalls: null, toolCalls: 3 },
  })
})

test('no endpoint named means the demo model', () => {
  expect(modelsOf([], true)).toEqual({ roles: { default: 'demo' }, named: [] })
})

test('a model alone is a saved profile, or, with a key, one of OpenAI', () => {
  expect(modelsOf(['--model', 'Mine'], false)).toMatchObject({
    roles: { default: 'prof_1' },
    named: [{ id: 'prof_1' }],
  })
  expect(() => modelsOf(['--model', 'gpt-5'], false)).toThrow(UsageError)
  expect(modelsOf(['--model', 'gpt-5'], true).named).toMatchObject([
    { model: 'gpt-5', baseUrl: 'https://api.openai.com/v1' },
  ])
})

test('--effort names how much the models think, for all roles or for one', () => {
  const { roles } = modelsOf(['--model', 'Mine', '--effort', 'low', '--effort', 'planner=high'], false)
  expect(roles).toEqual({ default: 'prof_1~elow', planner: 'prof_1~ehigh' })
  for (const wrong of ['much', '=high', 'planner='])
    expect(() => readArguments(['run', '--effort', wrong, 'go'], here)).toThrow(/--effort must be/)
})

test('roles get their own models at the same endpoint, and the same endpoint is the same profile again', () => {
  const args = ['--base-url', 'http://127.0.0.1:9/v1', '--model', 'a', '--role', 'planner=b']
  const { roles, named } = modelsOf(args, false)
  expect(named.map((each) => [each.model, each.baseUrl])).toEqual([
    ['a', 'http://127.0.0.1:9/v1'],
    ['b', 'http://127.0.0.1:9/v1'],
  ])
  expect(roles).toEqual({ default: named[0]?.id, planner: named[1]?.id })
  expect(modelsOf(args, true)).toEqual({ roles, named })
})

test('a model may name its own endpoint, and is spoken to in the API of its provider', () => {
  const args = ['--base-url', 'http://127.0.0.1:9/v1', '--api', 'responses', '--model', 'a']
  const { named } = modelsOf([...args, '--role', 'planner=claude-x@https://api.anthropic.com'], false)
  expect(named).toMatchObject([
    { model: 'a', baseUrl: 'http://127.0.0.1:9/v1', api: 'responses' },
    { model: 'claude-x', baseUrl: 'https://api.anthropic.com', api: 'messages', preset: 'anthropic' },
  ])
  expect(modelsOf(['--model', 'claude-x'], true).named).toMatchObject([{ baseUrl: 'https://api.anthropic.com/v1' }])
  expect(() => modelsOf(['--model', 'a', '--api', 'messages'], true)).toThrow('--base-url')
  expect(() => modelsOf([...args.slice(0, 3), 'soap', '--model', 'a'], true)).toThrow('chat-completions')
})

test('each provider gets the key of its own variable, and what commands see holds none of them (T28)', () => {
  const environment = { OPENAI_API_KEY: 'open', ANTHROPIC_API_KEY: ' anthropic\n', PATH: '/bin' }
  const keys = takeKeys(environment)
  expect(keys.at('https://api.anthropic.com/v1')).toBe('anthropic')
  expect(keys.at('https://api.openai.com/v1')).toBe('open')
  expect(keys.at('http://localhost:1/v1')).toBe('open')
  expect(keys.at('https://openrouter.ai/api/v1')).toBeNull()
  expect(environment).toEqual({ PATH: '/bin' })
})

test('fork: what is left out stays as it was; an answer is a text, or JSON with calls', () => {
  const read = (...more: string[]) => readArguments(['fork', 'r', '--at', '0.1', ...more], here)
  expect(read()).toEqual({
    command: 'fork',
    run: 'r',
    at: '0.1',
    strategy: null,
    baseUrl: null,
    api: null,
    model: null,
    roles: {},
    efforts: {},
    stallMs: null,
    approval: null,
    network: false,
    noHooks: false,
    otlp: null,
    variables: [],
    answer: null,
    message: null,
    json: false,
    files: null,
  })
  expect(read('--answer', 'No.', 'go on')).toMatchObject({ answer: { text: 'No.', calls: [] }, message: 'go on' })
  const calls = [{ tool: 'shell', arguments: '{}' }]
  expect(read('--answer', JSON.stringify({ calls }))).toMatchObject({ answer: { text: '', calls } })
  const inWords = [{ tool: 'shell', arguments: { command: 'ls' } }]
  expect(read('--answer', JSON.stringify({ calls: inWords }))).toMatchObject({
    answer: { text: '', calls: [{ tool: 'shell', arguments: '{"command":"ls"}' }] },
  })
  for (const wrong of ['{"calls":[{"name":"shell"}]}', '{"text":"a","calls":[', '{"text":1}'])
    expect(() => read('--answer', wrong)).toThrow(/looks like an answer with tool calls/)
  expect(read('--answer', '{"a":1}')).toMatchObject({ answer: { text: '{"a":1}', calls: [] } })
})

const flagsIn = (words: string): Set<string> => new Set(words.match(/--[a-z][a-z-]*/g))
const knows = (command: string, flag: string): boolean => {
  try {
    readArguments([command, flag, 'x'], here)
    return true
  } catch (thrown) {
    return !String(thrown).includes(`Unknown option ${flag}.`)
  }
}

test.each(Object.keys(usage).filter(isCommand))('the help of %s names the options that it takes', (command) => {
  const named = flagsIn(usage[command])
  // It says how the strategy is used then.
  if (command === 'new-strategy') named.delete('--strategy')
  const all = [...flagsIn(Object.values(usage).join(' '))]
  expect(all.filter((flag) => knows(command, flag)).sort()).toEqual([...named].sort())
})

test.each([[[]], [['dance']]])('a missing or unknown command names those there are: %j', (args) => {
  expect(() => readArguments(args, here)).toThrow(/Commands: run, session, .*list, .*check/)
})

test('with another agent, --model and model= name its model, and none of ours', () => {
  const run = ['run', '--strategy', 'retry(agent:opencode)', '--model', 'a/b', '--set', 'mode=plan', 'go']
  expect(readArguments(run, here)).toMatchObject({
    model: null,
    sets: [
      ['mode', 'plan'],
      ['agent.model', 'a/b'],
    ],
  })
  const lanes = ['--lane', 'agent:opencode,model=a/b,mode=plan', '--lane', 'tool-loop,model=m']
  expect(readArguments(['compare', ...lanes, 'go'], here)).toMatchObject({
    lanes: [
      {
        model: null,
        options: [
          ['mode', 'plan'],
          ['agent.model', 'a/b'],
        ],
      },
      { model: 'm', options: [] },
    ],
  })
})

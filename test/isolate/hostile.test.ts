import { describe, expect, test } from 'vitest'
import { defaultLimits } from '../../src-main/isolate/limits.ts'
import type { Strategy } from '../../src-main/strategy/steps.ts'
import { memoryLog } from '../kit/agent/agent-memory-log.ts'
import { configFor, startTestRun, testPorts } from '../kit/agent/agent-ports.ts'
import { reply } from '../kit/agent/agent-replies.ts'
import { scriptedModel } from '../kit/agent/agent-scripted-model.ts'
import { builtStrategy, fileOf, fileOfMany, readText, userStrategies } from '../kit/agent/isolate-read.ts'
import { sampleOf } from '../kit/project/sample.ts'

const soon = { ...defaultLimits, thinkMs: 300, graceMs: 20_000 }
/** The engine cannot interrupt this: all of the grace is waited for. */
const native = "new Array(2 ** 32 - 1).join('x')"
const soonFor = (text: string) => (text === native ? { ...soon, graceMs: 1500 } : soon)
const done = "return s.outcomeOf(task, { text: 'fine', added: [], calls: [], meta: {} })"

/** Runs a strategy to the run's end. */
async function ran(strategy: Strategy) {
  const log = memoryLog()
  const end = await startTestRun(
    testPorts(
      log,
      scriptedModel(() => reply('An answer.')),
    ),
    configFor(strategy),
  )
  return { end, log }
}
const ranBody = async (body: string) => ran(await builtStrategy(fileOf(body), {}, soonFor(body)))

/** What the isolate's world has of a name: what a hostile file could reach. */
const outcomeWith = (expression: string) =>
  `return s.outcomeOf(task, { text: String(${expression}), added: [], calls: [], meta: {} })`

describe('a hostile file is refused or finds nothing (T26)', () => {
  test.each([
    ['a package', "import fs from 'node:fs'\nexport default {}", /line 1 .*'stratagem' only, not from 'node:fs'/],
    ['a neighbour', "const a = 1\nexport * from './other.ts'\nexport default a", /line 2 .*not from '.\/other.ts'/],
    ['an endless loop', 'const a = 1\n\nfor (;;);', /in mine\.ts can’t .* more than 300 ms .*, while it was loaded\./],
    [
      'an endless function',
      'const a = 1\nfunction spin() {\n  for (;;);\n}\nspin()',
      /in mine\.ts, line 2 .* in the function that begins there\./,
    ],
    ['a loop in native code', native, /computed for more than 300 ms/],
    ['2 GB', 'new Array(2 ** 31).fill(7)', /out of memory|more than 300 ms/],
    [
      'memory bit by bit',
      'const all = []; for (;;) all.push(new Array(10000).fill(1))',
      /out of memory|more than 300 ms/,
    ],
    ['deep recursion', 'const deep = () => deep() + 1; deep()', /stack overflow/],
    ['deep JSON', "JSON.parse('['.repeat(1e6))", /stack overflow|can’t be used/],
    ['a deep expression', "eval('('.repeat(1e5))", /stack overflow|can’t be used/],
    ['process', 'process.exit(1)', /process/],
    ['require', "require('node:fs')", /require/],
    ['fetch', "fetch('http://127.0.0.1')", /fetch/],
    ['a timer', 'setTimeout(() => {}, 1)', /setTimeout/],
    ['the constructor of functions', "(() => {}).constructor('return process')().exit()", /process/],
    ['await', 'await new Promise(() => {})', /no await/],
    ['a definition that is none', 'export default 3', /defineStrategy/],
    [
      'a definition with a getter that throws',
      'export default { build() {}, get name() { throw new Error("no") } }',
      /no/,
    ],
    [
      'a definition that is no data',
      'export default { build() {}, name: new Map() }',
      /no plain JSON data, but an object of Map/,
    ],
    ['a name that breaks out', "export default { build() {}, name: '../../x', title: 'x' }", /lowercase letters/],
    ['TypeScript that is more than types', 'let a = 1\nenum B { C }', /line 2 .*enum/],
  ])('%s', async (_, text, says) => {
    const read = await readText(text, soonFor(text))
    expect(read.ok).toBe(false)
    if (!read.ok) expect(read.failure).toMatchObject({ kind: 'strategy-broke', message: expect.stringMatching(says) })
  })

  test('the engine knows no more than the language', async () => {
    const { end } = await ranBody(
      outcomeWith("Object.getOwnPropertyNames(globalThis).filter((n) => /^[a-z]/.test(n)).join(' ')"),
    )
    const known =
      'parseInt parseFloat isNaN isFinite decodeURI decodeURIComponent encodeURI encodeURIComponent escape unescape undefined eval globalThis'
    expect(new Set(end.text.split(' '))).toEqual(new Set(known.split(' ')))
  })
})

const bodies = [
  ['loops without end', 'for (;;);', /computed for more than 300 ms/],
  ['loops on where it was interrupted', 'try { for (;;); } finally { for (;;); }', /computed for more than 300 ms/],
  ['hangs in native code', native, /computed for more than 300 ms/],
  [
    'catches what a broken phase throws',
    'for (;;) try { yield* s.phase("a", (function* () { for (;;); })()) } catch {}',
    /computed for/,
  ],
  ['yields no step', 'yield 5', /yielded number 5, which is no step/],
  ['yields what no agent knows', "yield { kind: 'rob-a-bank' }", /rob-a-bank does not fit/],
  ['yields a step with a hole', "yield { kind: 'note', title: 3, data: {} }", /note does not fit: title/],
  ['yields a function', "yield { kind: 'think', compute() {} }", /think.compute is no plain JSON data/],
  ['yields a Map', "yield* s.note('a', { m: new Map() })", /no plain JSON data, but an object of Map/],
  ['yields a cycle', "const a = {}; a.a = a; yield* s.note('a', a)", /nested more than 100 deep/],
  [
    'yields a huge step',
    "yield* s.note('a', { text: 'x'.repeat(4e7) })",
    /more than 16 million characters|does not fit|more than 300 ms/,
  ],
  ['yields a proxy that throws', "yield new Proxy({}, { get() { throw new Error('gotcha') } })", /gotcha/],
  [
    'changes its mind in a getter',
    "let n = 0; yield { kind: 'note', get title() { return n++ ? {} : 'once' }, data: {} }; throw new Error('n is ' + n)",
    /n is 1/,
  ],
  ['takes a strategy for a phase', "yield* s.phase('a', 3)", /the body of phase a is no routine/],
  ['is asynchronous', '', /take async and await away/],
  ['ends with nothing', 'return', /outcome/],
  ['ends with too little', "return { status: 'completed' }", /must end with an outcome/],
  [
    'imports while it runs',
    "import('node:fs').then(() => {}); yield* s.inbox('x'); throw new Error('went on')",
    /went on/,
  ],
  ['reads the clock', 'Date.now()', /Date may not be used .*readClock/],
  ['reads chance', 'Math.random()', /Math.random may not be used .*random/],
  ['throws what is no error', "throw 'a fit'", /threw string a fit/],
  [
    'breaks the tools of the trade',
    'Array.prototype.push = JSON.stringify = Object.keys = () => { throw new Error("broken tools") }; yield* s.inbox("x")',
    /broke/,
  ],
] as const
const generators = bodies.map(([name, body]) =>
  name === 'is asynchronous' ? `async function* () {}` : `function* (task) { ${body} }`,
)
const all = userStrategies(fileOfMany(generators), soon)
const uninterrupted = userStrategies(fileOfMany(generators), soonFor(native))

describe('a hostile run ends as broken, and nothing else is harmed (T26)', () => {
  test.each(sampleOf(bodies, 10))('one that %s', async (name, body, says) => {
    const which = bodies.findIndex((each) => each[0] === name)
    const read = await (body === native ? uninterrupted : all)
    const built = read.build({ name: 'mine', options: { which } })
    if (!built.ok) throw new Error(built.failure.message)
    const { end, log } = await ran(built.strategy)
    const failure = { kind: 'strategy-broke', message: expect.stringMatching(says) }
    expect(end).toMatchObject({ status: 'failed', failure })
    expect(log.appended.filter((event) => event.type === 'run-end')).toHaveLength(1)
  })

  test('an endless loop names the function it is in', async () => {
    const head = 'const a = 1\nfunction spin() {\n  for (;;);\n}'
    const { end } = await ran(await builtStrategy(fileOf("yield* s.inbox('x'); spin()", head), {}, soon))
    expect(end.failure?.message).toMatch(
      /in mine\.ts, line 3 broke after its step 1 \(inbox\): it computed .*, in the function that begins there/,
    )
  })

  test('prototypes that it changes are its own', async () => {
    const { end } = await ranBody(
      `Object.prototype.polluted = 'yes'; yield* s.note('a', JSON.parse('{"__proto__": {"polluted": "yes"}, "constructor": 1}'))\n${done}`,
    )
    expect(end.status).toBe('completed')
    expect(Reflect.get({}, 'polluted')).toBeUndefined()
  })

  test('another strategy runs as ever beside one that loops', async () => {
    const [bad, good] = await Promise.all([ranBody('for (;;);'), ranBody(`yield* s.inbox('x')\n${done}`)])
    expect(bad.end.status).toBe('failed')
    expect(good.end).toMatchObject({ status: 'completed', text: 'fine' })
  })
})

import type { HostileBody } from './endings.ts'

const self = "{ name: 'mine', options: { which } }"
const call = (tool: string, args = '{}') =>
  `{ id: 'c', tool: '${tool}', arguments: ${JSON.stringify(args)}, complete: true }`
const result = "{ callId: 'c', tool: 't', ok: true, text: 'x'.repeat(5e5), summary: '', durationMs: 0, data: null }"

/** Strategies that ask without end. */
export const endless: readonly HostileBody[] = [
  [
    'phases within phases',
    'const go = function* (n) { yield* s.phase("p", go(n + 1), "t", n) }; yield* go(0)',
    'limit',
    /64 deep/,
  ],
  ['itself as a child run', `for (;;) yield { kind: 'delegate', strategy: ${self}, task }`, 'limit', /64 deep/],
  ['empty phases', 'for (;;) yield* s.phase("p", (function* () { return 1 })(), "t", 0)', 'limit', /2000 steps/],
  ['empty alls', 'for (;;) yield { kind: "all", branches: [] }', 'limit', /2000 steps/],
  [
    'notes of 500 kB',
    'for (;;) yield* s.note("n", { text: "x".repeat(5e5) })',
    'broke',
    /note does not fit: it has 5000\d\d characters/,
  ],
  ['notes of 90 kB', 'for (;;) yield* s.note("n", { text: "x".repeat(9e4) })', 'limit', /MB in its log/],
  [
    'notes of 90 kB in other words',
    'for (let n = 0; ; n++) yield* s.note("n" + n, { n, text: String(n).padEnd(9e4) })',
    'limit',
    /MB in its log/,
  ],
  [
    'phases with long names',
    'for (;;) yield* s.phase("p".repeat(9e3), nil(), "t".repeat(9e3))',
    'limit',
    /MB in its log/,
  ],
  ['a thousand empty branches', 'for (;;) yield* s.all(Array.from({ length: 1000 }, nil))', 'limit', /20000 branches/],
  [
    'branches within branches',
    'function* go() { yield* s.all([go(), go(), go()]) }; yield* go()',
    'limit',
    /64 deep|2000 steps/,
  ],
  [
    'phases within branches',
    'function* go() { yield* s.all([s.phase("p", go()), go()]) }; yield* go()',
    'limit',
    /64 deep|2000 steps/,
  ],
  [
    'branches of child runs of itself',
    `for (;;) yield* s.all(Array.from({ length: 8 }, () => s.delegate(${self}, task)))`,
    'limit',
  ],
  [
    'copies of nothing',
    'for (;;) try { yield* s.inCopy({ from: "x", dependencies: "none", name: "c", title: "c", index: 0 }, nil()) } catch {}',
    'limit',
    /2000 steps/,
  ],
  [
    'copies within copies',
    'function* go() { yield* s.inCopy({ from: "x", dependencies: "clone", name: "c", title: "c", index: 0 }, go()) }; for (;;) try { yield* go() } catch {}',
    'limit',
  ],
  [
    'child runs of what is not there',
    'for (;;) yield* s.delegate({ name: "nobody", options: {} }, task)',
    'limit',
    /2000 steps/,
  ],
  [
    'child runs of the chat',
    'for (;;) yield* s.delegate({ name: "chat", options: {} }, task)',
    'limit',
    /200 model calls/,
  ],
  [
    'child runs deeper than allowed',
    'for (;;) yield* s.delegate({ name: "chat", options: {} }, { ...task, depth: 1e9 })',
    'limit',
    /2000 steps/,
  ],
  ['tool loops', 'for (;;) yield* s.toolLoop(task, { role: "engineer" })', 'limit', /200 model calls/],
  ['model calls', 'for (;;) yield* s.callModel({ role: "a", messages: task.messages })', 'limit', /200 model calls/],
  [
    'model calls with much that is new',
    'for (let n = 0; ; n++) yield* s.callModel({ role: "a", messages: [s.userText(String(n).padEnd(1e6))] })',
    'limit',
    /MB in its log/,
  ],
  ['tool calls', `for (;;) yield* s.runTool(${call('read_file')})`, 'limit', /500 tool calls/],
  [
    'tool calls in branches',
    `for (;;) yield* s.executeTools(Array.from({ length: 900 }, () => (${call('read_file')})))`,
    'limit',
    /500 tool calls/,
  ],
  ['chance', 'for (;;) yield* s.random("r")', 'limit', /2000 steps/],
  ['the clock', 'for (;;) yield* s.readClock("r")', 'limit', /2000 steps/],
  ['the inbox', 'for (;;) yield* s.inbox("r")', 'limit', /2000 steps/],
  ['checks', 'for (;;) yield* s.check("true")', 'limit', /2000 steps/],
  ['snapshots', 'for (;;) yield* s.snapshot("a")', 'limit', /2000 steps/],
  ['restores', 'for (;;) yield* s.restore("a")', 'limit', /2000 steps/],
  ['changes', 'for (;;) yield* s.changes("a", "b")', 'limit', /2000 steps/],
  ['questions', 'for (;;) yield* s.askUser({ question: "?", options: ["x"], freeText: false })', 'limit', /2000 steps/],
  ['results of its own tools', `for (;;) yield* s.recordOwnTool(${call('t')}, ${result})`, 'limit', /MB in its log/],
  [
    'what it catches',
    'for (;;) try { yield* s.phase("p", (function* () { throw new Error("x") })()) } catch {}',
    'limit',
    /2000 steps/,
  ],
  [
    'what it does at last',
    'try { yield* s.random("a") } finally { for (;;) yield* s.random("b") }',
    'limit',
    /2000 steps/,
  ],
  [
    'what it does at last, again and again',
    'for (;;) try { throw 1 } catch { yield* s.random("a") } finally { yield* s.random("b"); continue }',
    'limit',
    /2000 steps/,
  ],
  [
    'steps in a return that never comes back',
    'function* g() { try { yield { kind: "random", purpose: "a" } } finally { for (;;) yield { kind: "random", purpose: "b" } } } for (const x of g()) { yield x; break }',
    'broke',
  ],
  [
    'one generator in all branches',
    'const g = (function* () { for (;;) yield* s.random("a") })(); yield* s.all([g, g, g])',
    'limit',
    /2000 steps/,
  ],
  [
    'its own body as a phase',
    'const g = (function* () { for (;;) yield { kind: "phase", name: "p", title: "p", index: 0, body: g } })(); yield* g',
    'limit',
    /64 deep/,
  ],
  [
    'both of two bodies in each other',
    'const p = (body) => ({ kind: "phase", name: "p", title: "p", index: 0, body }); const a = (function* () { for (;;) yield p(b) })(); const b = (function* () { for (;;) yield p(a) })(); yield* a',
    'limit',
    /64 deep/,
  ],
  [
    'an iterator of its own making',
    'yield* { [Symbol.iterator]: () => ({ next: () => ({ done: false, value: { kind: "random", purpose: "x" } }), throw() { return { done: false, value: { kind: "random", purpose: "y" } } } }) }',
    'limit',
    /2000 steps/,
  ],
  [
    'a routine of its own making',
    'yield* s.phase("p", { next: () => ({ done: false, value: { kind: "random", purpose: "x" } }), throw() {} })',
    'limit',
    /2000 steps/,
  ],
  [
    'phases from generators whose next was replaced',
    'Object.getPrototypeOf(function* () {}).prototype.next = () => ({ done: false, value: { kind: "random", purpose: "x" } }); yield* s.phase("p", nil())',
    'limit',
    /2000 steps/,
  ],
  ['a tool that never answers', `yield* s.runTool(${call('shell')})`, 'waits'],
  [
    'tools that never answer, side by side',
    `yield* s.executeTools(Array.from({ length: 400 }, () => (${call('shell')})))`,
    'waits',
  ],
  ['a model that never answers', 'yield* s.callModel({ role: "silent", messages: task.messages })', 'waits'],
  [
    'many models that never answer, with long messages',
    'yield* s.all(Array.from({ length: 15 }, () => (function* () { yield* s.callModel({ role: "silent", messages: [s.userText("x".repeat(5e6))] }) })()))',
    'waits',
  ],
  [
    'a form that the model never fills in',
    'const tool = s.ownTool("t", "T", { a: s.field.text("A") }); for (;;) yield* s.submission(task, { role: "engineer", tool })',
    'limit',
    /200 model calls/,
  ],
  ['nothing at all, in a wrapper of nothing', 'yield { kind: "inner", task }', 'broke', /wraps no other strategy/],
]

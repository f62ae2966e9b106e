import { hash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { gunzipSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ask } from '../../../src-main/host/api/host-client.ts'
import { inflateLimits, inflateLines } from '../../../src-main/host/bundles/inflate-lines.ts'
import { logHash } from '../../../src-main/host/bundles/log-hash.ts'
import type { Host } from '../../../src-main/host/host.ts'
import { FailureError } from '../../../src-shared/base/failure.ts'
import { openTestHost, temporaryFolder } from '../../kit/host/host-open.ts'
import { bundleOf, conversationWithSecrets, importInto, linesOf, packed } from './bundle-kit.ts'

type Line = { [key: string]: unknown }

async function honest() {
  const { host, conversation } = await conversationWithSecrets()
  const { bytes } = await bundleOf(host, { kind: 'conversation', id: conversation.id })
  const dataFolder = await temporaryFolder()
  const other = await openTestHost({ dataFolder })
  return { bytes, lines: linesOf(bytes), other, dataFolder }
}

/** Everything that an import writes: nothing of it may be there. */
async function left(host: Host) {
  const projects = await ask(host, 'projects-list', {})
  const lists = await Promise.all(projects.map(({ id }) => ask(host, 'conversations-list', { projectId: id })))
  const { hits } = await ask(host, 'history-search', { projectId: null, query: 'key' })
  return { conversations: lists.flat().length, runs: host.runs.list(null, 10).length, hits: hits.length }
}
const nothing = { conversations: 0, runs: 0, hits: 0 }

async function refusal(host: Host, bytes: Buffer): Promise<string> {
  try {
    await importInto(host, bytes)
  } catch (thrown) {
    if (thrown instanceof FailureError) return thrown.failure.message
    throw thrown
  }
  return 'taken in'
}

/** The lines with some of them changed, the logs' hashes and the count made to fit again. */
function changed(lines: readonly string[], change: (line: Line, at: number) => Line | readonly Line[] | null): Buffer {
  const made: Line[] = lines.flatMap((text, at) => {
    const line: Line = JSON.parse(text)
    const after = line['t'] === 'end' ? null : change(line, at)
    return after === null ? [] : Array.isArray(after) ? after : [after]
  })
  let texts: string[] = []
  const fitting = made.map((line) => {
    if (line['t'] === 'run') texts = []
    if (line['t'] === 'event') texts.push(String(line['text']))
    return line['t'] === 'log' ? { ...line, count: texts.length, hash: logHash(texts) } : line
  })
  return packed([...fitting, { t: 'end', lines: fitting.length }].map((line) => JSON.stringify(line)))
}
const event = (line: Line, change: (event: Line) => Line): Line =>
  line['t'] === 'event' ? { ...line, text: JSON.stringify(change(JSON.parse(String(line['text'])))) } : line

test('each of these files is refused in words, and leaves nothing', async () => {
  const { bytes, lines, other } = await honest()
  const body = lines.findIndex((line) => line.startsWith('{"t":"body"'))
  const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
  const files: { readonly [name: string]: Buffer } = {
    empty: Buffer.alloc(0),
    'no gzip': Buffer.from('this is a letter to a friend'),
    'cut in the gzip': bytes.subarray(0, bytes.length - 20),
    'cut at a line': packed(lines.slice(0, -3)),
    'no end': packed(lines.slice(0, -1)),
    'more after the end': packed([...lines, lines[0] ?? '']),
    'a line is lost': packed(lines.filter((_, at) => at !== 4)),
    'a changed body': packed(lines.map((line, at) => (at === body ? line.replace('"text":"', '"text":" ') : line))),
    'a body is lost': changed(lines, (line) => (line['t'] === 'body' ? null : line)),
    'a changed event': packed(lines.map((line) => line.replace('tool-begin', 'tool-begun'))),
    'an event is lost': changed(lines, (line) =>
      line['t'] === 'event' && String(line['text']).includes('tool-begin') ? null : line,
    ),
    'another run’s log': changed(lines, (line) => event(line, (each) => ({ ...each, runId: 'run_other' }))),
    'no first event': changed(lines, (line) => event(line, (each) => ({ ...each, type: 'notice' }))),
    'numbers that jump': changed(lines, (line) => event(line, (each) => ({ ...each, seq: 5 }))),
    'numbers that are none': changed(lines, (line) => event(line, (each) => ({ ...each, ms: 'soon' }))),
    'a turn that answers none': changed(lines, (line) =>
      line['t'] === 'turn' ? { ...line, parentId: 'turn_x' } : line,
    ),
    'a turn that answers itself': changed(lines, (line) =>
      line['t'] === 'turn' ? { ...line, parentId: line['id'] } : line,
    ),
    'a turn twice': changed(lines, (line) => (line['t'] === 'turn' ? [line, line] : line)),
    'a run of no turn': changed(lines, (line) =>
      line['t'] === 'run' ? { ...line, run: { ...Object(line['run']), turnId: 'turn_x' } } : line,
    ),
    'a path out of the project': changed(lines, (line) => withPath(line, '../../etc/passwd')),
    'a path from the root': changed(lines, (line) => withPath(line, '/etc/passwd')),
    'a path of a drive': changed(lines, (line) => withPath(line, 'C:\\Windows\\win.ini')),
    'a path with a backslash': changed(lines, (line) => withPath(line, 'src\\..\\..\\a')),
    'a strategy that is a path': changed(lines, (line) =>
      line['t'] === 'conversation' ? [line, { t: 'strategy', name: '../../strategies/own', text: '' }] : line,
    ),
    'a newer version': changed(lines, (line) => (line['t'] === 'bundle' ? { ...line, version: 99 } : line)),
    'a version below the first': changed(lines, (line) => (line['t'] === 'bundle' ? { ...line, version: -1 } : line)),
    'made before there was time': changed(lines, (line) => (line['t'] === 'bundle' ? { ...line, at: -1 } : line)),
    'a conversation of no date': changed(lines, (line) =>
      line['t'] === 'conversation' ? { ...line, createdAt: 1e308 } : line,
    ),
    'a message of no date': changed(lines, (line) => (line['t'] === 'turn' ? { ...line, createdAt: 9e15 } : line)),
    'a run that began before time': changed(lines, (line) => inRun(line, { startedAt: -1 })),
    'a run that ended after time': changed(lines, (line) => inRun(line, { endedAt: 1e300 })),
    'a run that took less than nothing': changed(lines, (line) => inRun(line, { durationMs: -5 })),
    'fewer changes than none': changed(lines, (line) => inRun(line, { changes: { files: -1, added: 0, removed: 0 } })),
    ...Object.fromEntries(
      (
        [
          ['input', -1],
          ['output', 1e308],
          ['cost', -0.5],
          ['cost', 1e300],
          ['steps', -3],
          ['waitingMs', -1],
        ] as const
      ).flatMap(([name, value]) => [
        [`a run with ${name} ${value}`, changed(lines, (line) => inTotals(line, { [name]: value }))],
        [`an end with ${name} ${value}`, changed(lines, (line) => inEnd(line, { [name]: value }))],
      ]),
    ),
    'negative tokens of a call': changed(lines, (line) => event(line, (each) => withUsage(each, { input: -7 }))),
    'endless tokens of a call': changed(lines, (line) => event(line, (each) => withUsage(each, { reasoning: 1e300 }))),
    'a call that pays': changed(lines, (line) =>
      event(line, (each) => (each['type'] === 'model-end' ? { ...each, cost: -1 } : each)),
    ),
    'an event before time': changed(lines, (line) => event(line, (each) => ({ ...each, at: -1 }))),
    'two ends': changed(lines, twoEnds),
    'a kind nobody knows': changed(lines, (line) => (line['t'] === 'turn' ? [line, { t: 'script' }] : line)),
    'nested without end': packed([lines[0] ?? '', deep]),
    'nested without end in an event': changed(lines, (line) =>
      line['t'] === 'event' ? { ...line, text: deep } : line,
    ),
    'a long title': changed(lines, (line) =>
      line['t'] === 'conversation' ? { ...line, title: 'x'.repeat(1e6) } : line,
    ),
    'letters that are none': gzipSync(Buffer.from([0xff, 0xfe, 0x0a])),
  }
  for (const [name, file] of Object.entries(files)) {
    expect([name, await refusal(other, file)]).toEqual([name, expect.stringMatching(/^This file can’t be imported: /)])
    expect([name, await left(other)]).toEqual([name, nothing])
  }
  expect(await refusal(other, bytes)).toBe('taken in')
})

const inRun = (line: Line, part: Line): Line =>
  line['t'] === 'run' ? { ...line, run: { ...Object(line['run']), ...part } } : line
const inTotals = (line: Line, part: Line): Line =>
  inRun(line, { totals: { ...Object(Object(line['run'])['totals']), ...part } })
const inEnd = (line: Line, part: Line): Line =>
  event(line, (each) =>
    each['type'] === 'run-end' ? { ...each, totals: { ...Object(each['totals']), ...part } } : each,
  )

function withUsage(each: Line, part: Line): Line {
  const outcome = Object(each['outcome'])
  if (each['type'] !== 'model-end' || outcome.ok !== true) return each
  return { ...each, outcome: { ok: true, value: { ...outcome.value, usage: { ...outcome.value.usage, ...part } } } }
}

/** A run that ends once more, with its numbers in order. */
function twoEnds(line: Line): Line | readonly Line[] {
  if (line['t'] !== 'event') return line
  const end = JSON.parse(String(line['text']))
  return end.type === 'run-end' ? [line, { t: 'event', text: JSON.stringify({ ...end, seq: end.seq + 1 }) }] : line
}

function withPath(line: Line, path: string): Line {
  if (line['t'] !== 'changes') return line
  const file = { path, kind: 'added', added: 1, removed: 0, binary: false, patch: '' }
  return { ...line, changes: { files: [file], notCovered: [] } }
}

async function allOf(lines: AsyncIterable<string>): Promise<number> {
  let count = 0
  for await (const _ of lines) count += 1
  return count
}

test('a file that unpacks to very much is noticed while little is unpacked', async () => {
  const bomb = gzipSync(Buffer.alloc(60_000_000, 0x20))
  expect(bomb.length).toBeLessThan(100_000)
  const limits = { ...inflateLimits, ratioFrom: 1_000_000 }
  const read = async () => {
    for await (const line of inflateLines([bomb], limits)) expect(line).toBe('')
  }
  await expect(read()).rejects.toThrow(/far more than its size/)
  await expect(allOf(inflateLines([bomb], { ...inflateLimits, line: 1_000_000, ratioFrom: 1e9 }))).rejects.toThrow(
    /too long/,
  )
  const many = gzipSync(Buffer.alloc(2_000_000, 0x0a))
  await expect(allOf(inflateLines([many], { ...inflateLimits, lines: 1000 }))).rejects.toThrow(/too many lines/)
})

test('whatever is changed in a file, it is refused or taken in whole, and nothing else happens', async () => {
  const { lines, other, dataFolder } = await honest()
  const before = readdirSync(dataFolder).filter((name) => !name.startsWith('stratagem.db'))
  const change = fc.record({
    line: fc.nat(lines.length - 1),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    remove: fc.nat(20),
    insert: fc.oneof(
      fc.string({ maxLength: 20 }),
      fc.constantFrom('"__proto__":{"t":"end"},', '{', '}', '"', '\\u0000', ',', '-1', '1e999', 'null', '"../../x"'),
    ),
  })
  let taken = 0
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 3 }), async (changes) => {
      const made = [...lines]
      for (const { line, at, remove, insert } of changes) {
        const text = made[line] ?? ''
        const from = Math.floor(at * text.length)
        made[line] = text.slice(0, from) + insert + text.slice(from + remove)
      }
      const runs = other.runs.list(null, 1000).length
      const outcome = await refusal(other, packed(made))
      if (outcome === 'taken in') taken += 1
      expect(outcome).toMatch(/^(taken in|This file can’t be imported: )/)
      expect((other.runs.list(null, 1000).length - runs) % 2).toBe(0)
    }),
    { numRuns: 150 },
  )
  const after = readdirSync(dataFolder).filter((name) => !name.startsWith('stratagem.db'))
  expect(after.filter((name) => !before.includes(name) && name !== 'Imported')).toEqual([])
  expect(existsSync('/etc/stratagem')).toBe(false)
  expect(taken).toBeLessThan(150)
  expect(Object.prototype).not.toHaveProperty('t')
})

/** The last bits before the check sum fill up a byte: no reader looks at them. */
function unpacksTo(text: Buffer, bytes: Buffer): boolean {
  try {
    return gunzipSync(bytes).equals(text)
  } catch {
    return false
  }
}

test('bytes that flip are noticed', async () => {
  const { bytes, other } = await honest()
  const text = gunzipSync(bytes)
  await fc.assert(
    fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), async (at, flip) => {
      // The gzip header's own fields (time, system) are of no meaning.
      fc.pre(at > 9)
      const broken = Buffer.from(bytes)
      broken[at] = (broken[at] ?? 0) ^ flip
      fc.pre(!unpacksTo(text, broken))
      expect(await refusal(other, broken)).toMatch(/^This file can’t be imported: /)
    }),
    { numRuns: 100 },
  )
  expect(await left(other)).toEqual(nothing)
})

test('a chain fits its texts and no others', () => {
  expect(logHash(['a', 'b'])).not.toBe(logHash(['b', 'a']))
  expect(logHash(['a\nb'])).not.toBe(logHash(['a', 'b']))
  expect(logHash([])).not.toBe(hash('sha256', ''))
})

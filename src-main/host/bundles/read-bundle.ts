import { hash } from 'node:crypto'
import { assertNever } from '../../../src-shared/base/assert-never.ts'
import { excessInJson } from '../../../src-shared/base/excess.ts'
import type { FailureError } from '../../../src-shared/base/failure.ts'
import type { Run } from '../../../src-shared/run/conversation.ts'
import { parseEvent, type StoredEvent } from '../../../src-shared/run/event.ts'
import { namedBodies } from '../../agent/messages/named-bodies.ts'
import { badBundle } from './bundle-failure.ts'
import { type BundleLine, bundleLine, bundleVersion, type LineOf } from './bundle-lines.ts'
import { inflateLines } from './inflate-lines.ts'
import { logHash } from './log-hash.ts'
import { isPlausible } from './plausible-numbers.ts'

/** A bundle that was fully validated. */
export interface ReadBundle {
  readonly title: string
  readonly createdAt: number
  readonly strategies: readonly LineOf<'strategy'>[]
  readonly turns: readonly LineOf<'turn'>[]
  readonly runs: readonly ReadRun[]
  readonly bodies: ReadonlyMap<string, string>
}
export interface ReadRun {
  readonly run: Run
  /** SHA-256 of the sources it was executed with, in hex. */
  readonly strategies: readonly string[]
  readonly texts: readonly string[]
  /** `seq`s of those that were damaged on the other machine. */
  readonly damaged: ReadonlySet<number>
  readonly files: readonly LineOf<'changes'>[]
}

const most = { turns: 10_000, runs: 20_000, strategies: 1000, bodies: 1_000_000, events: 2_000_000 } as const

/**
 * Reads a bundle and trusts nothing: checks every line by its schema, every body by its hash, every log by its chain,
 * its numbers and the bodies it refers to, every turn and run by its parent. Writes nothing.
 *
 * @throws FailureError with what is wrong
 */
export async function readBundle(parts: readonly Buffer[]): Promise<ReadBundle> {
  const reader = createReader()
  let count = 0
  for await (const text of inflateLines(parts)) {
    count += 1
    reader.take(lineIn(text, count), count)
  }
  return reader.done()
}

/** The same for lines that this app made of another tool's session. @throws FailureError if they are too many */
export function checkLines(lines: readonly BundleLine[]): ReadBundle {
  const reader = createReader()
  lines.forEach((line, at) => {
    reader.take(line, at + 1)
  })
  return reader.done()
}

function lineIn(text: string, number: number): BundleLine {
  const excess = excessInJson(text)
  if (excess !== null) throw badBundle(`in line ${number}, ${excess}`)
  try {
    return bundleLine.parse(JSON.parse(text))
  } catch (thrown) {
    const version = /"t":"bundle","version":(\d+)/.exec(text.slice(0, 200))?.[1]
    if (version !== undefined && Number(version) > bundleVersion)
      throw badBundle('a newer version of Stratagem made it')
    throw badBundle(`line ${number} is not valid`, String(thrown))
  }
}

interface OpenRun {
  readonly run: Run
  readonly strategies: readonly string[]
  readonly texts: string[]
  readonly damaged: Set<number>
  readonly files: LineOf<'changes'>[]
  ended: boolean
  logged: boolean
}

function createReader() {
  let head: LineOf<'conversation'> | null = null
  let hasBegun = false
  let ended = false
  const strategies: LineOf<'strategy'>[] = []
  const sources = new Set<string>()
  const turns = new Map<string, LineOf<'turn'>>()
  const runs = new Map<string, OpenRun>()
  const bodies = new Map<string, string>()
  const known = new Set<string>()
  const named = namedBodies((ref) => bodies.get(ref) ?? null)
  let events = 0
  let open: OpenRun | null = null

  function take(line: BundleLine, number: number): void {
    const wrong = (why: string) => badBundle(`${why} (line ${number})`)
    if (ended) throw wrong('it continues after its end')
    if (!hasBegun && line.t !== 'bundle') throw wrong('it does not start like a bundle')
    switch (line.t) {
      case 'bundle':
        if (hasBegun) throw wrong('it begins twice')
        if (line.version > bundleVersion) throw badBundle('a newer version of Stratagem made it')
        hasBegun = true
        return
      case 'conversation':
        if (head !== null) throw wrong('it has two conversations')
        head = line
        return
      case 'strategy':
        if (strategies.push(line) > most.strategies) throw wrong('it has too many strategies')
        sources.add(hash('sha256', line.text))
        return
      case 'turn':
        if (turns.has(line.id) || turns.size >= most.turns)
          throw wrong('a message is duplicated, or there are too many')
        if (line.parentId !== null && !turns.has(line.parentId)) throw wrong('a message has no predecessor')
        turns.set(line.id, line)
        return
      case 'run':
        close(wrong)
        if (runs.has(line.run.id) || runs.size >= most.runs) throw wrong('a run is duplicated, or there are too many')
        if (!turns.has(line.run.turnId)) throw wrong('a run belongs to no message')
        if (line.strategies.some((ref) => !sources.has(ref))) throw wrong('a strategy is missing')
        open = {
          run: line.run,
          strategies: line.strategies,
          texts: [],
          damaged: new Set(),
          files: [],
          ended: false,
          logged: false,
        }
        runs.set(line.run.id, open)
        return
      case 'body':
        if (hash('sha256', line.text) !== line.ref) throw wrong('a text was altered')
        if (bodies.size >= most.bodies) throw wrong('it has too many texts')
        bodies.set(line.ref, line.text)
        known.add(line.ref)
        return
      case 'lost':
        known.add(line.ref)
        return
      case 'event':
        if (open === null || open.logged) throw wrong('an event belongs to no run')
        if (++events > most.events) throw wrong('it has too many events')
        if (line.damaged) open.damaged.add(open.texts.length)
        else open.ended = checkEvent(line.text, open, wrong) === 'run-end'
        open.texts.push(line.text)
        return
      case 'log':
        if (open === null || open.logged) throw wrong('a log belongs to no run')
        if (line.count !== open.texts.length || line.hash !== logHash(open.texts)) throw wrong('a log was altered')
        open.logged = true
        return
      case 'changes':
        if (open === null || !open.logged) throw wrong('changes belong to no run')
        open.files.push(line)
        return
      case 'end':
        close(wrong)
        if (line.lines !== number - 1) throw wrong('lines are missing')
        ended = true
        return
      default:
        assertNever(line)
    }
  }

  function checkEvent(
    text: string,
    { run, texts, ended: hasEnded }: OpenRun,
    wrong: (why: string) => FailureError,
  ): StoredEvent['type'] {
    const event = eventIn(text, wrong)
    const seq = texts.length
    if (hasEnded) throw wrong('a run continues after its end')
    if (!isPlausible(event)) throw wrong('an event has an impossible number')
    if (event.seq !== seq) throw wrong('the events of a run are not in order')
    if ((seq === 0) !== (event.type === 'run-start')) throw wrong('a run does not start like a run')
    if (event.type === 'run-start' && event.runId !== run.id) throw wrong('a log belongs to another run')
    if (namedIn(event, wrong).some((ref) => !known.has(ref))) throw wrong('an event refers to a missing text')
    return event.type
  }

  function namedIn(event: StoredEvent, wrong: (why: string) => FailureError): readonly string[] {
    try {
      return named.of(event)
    } catch {
      throw wrong('a list of messages is not valid')
    }
  }

  function close(wrong: (why: string) => FailureError): void {
    if (open !== null && !open.logged) throw wrong('a log has no end')
    open = null
  }

  function done(): ReadBundle {
    if (!ended) throw badBundle('it is incomplete')
    if (head === null || turns.size === 0) throw badBundle('it contains no conversation')
    const { title, createdAt } = head
    return { title, createdAt, strategies, turns: [...turns.values()], runs: [...runs.values()], bodies }
  }
  return { take, done }
}

function eventIn(text: string, wrong: (why: string) => FailureError) {
  try {
    return parseEvent(text)
  } catch {
    throw wrong('an event is not valid')
  }
}

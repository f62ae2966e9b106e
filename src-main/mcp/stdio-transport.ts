import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client'
import { excessInJson, excessInMessage } from '../../src-shared/base/excess.ts'
import type { Child, ChildEnd } from '../processes/child.ts'
import { ownWork } from '../processes/marks.ts'
import { startChild } from '../processes/start-child.ts'

/** How to start a server's process: the confined command and its environment. */
export interface McpProgram {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string
}

export interface StdioTransport extends Transport {
  /** The end of what the program printed as errors. */
  errors(): string
  /** How it ended, as half a sentence; null while it has not, or if it was we who ended it. */
  endedBy(): string | null
}

/** Characters that are kept of a program's standard error. */
const keptErrors = 4000
/** Bytes of a message, as the protocol's own library allows. */
const maxMessage = 10 * 1024 * 1024
/** Values of what a server asks for or tells by itself; results may have more (T79). */
const maxAsked = 20_000
/** Characters of a message that is passed on in the turn in which it is read. */
const maxAtOnce = 500_000
/** Lines in a row that are no messages: a program that prints more is no server. */
const maxJunk = 10_000
/** A flood of messages is read for so long, ms, then something else has its turn, for as long as all of it took. */
const slice = 8
/** A flood of notices of a kind says nothing new for so long, ms; the library waits longer before it acts. */
const noticeEvery = 100
/** ms that a program has to end after it has closed its output. */
const endsWithin = 500
/** Bytes of standard error that are read within `errorsEvery` ms; more has to wait. */
const errorsAtOnce = 256 * 1024
const errorsEvery = 50

/**
 * A server that is a child process and speaks over its standard input and output, a message a line.
 *
 * 1. It ends like every child (`startChild`): with all that it started, within a second, and with the app.
 * 2. One that closes its output has ended, even if its process goes on.
 * 3. However much it prints, the app goes on: it is read in slices, and its pipes hold it up.
 */
export function stdioTransport(program: McpProgram, framing: Framing): StdioTransport {
  let child: Child | null = null
  let errors = ''
  let isClosing = false
  let end: ChildEnd | null = null
  let why: string | null = null
  const transport: StdioTransport = {
    start: () => {
      if (isClosing) return Promise.reject(new Error('the server was ended'))
      const { command, args, env, cwd } = program
      const started = startChild(
        { program: command, args, folder: cwd, environment: env },
        { kind: 'server', owner: ownWork, input: 'open' },
      )
      child = started
      void started.ended.then((how) => {
        end = how
        transport.onclose?.()
      })
      const giveUp = (problem: string) => {
        why ??= problem
        transport.onerror?.(new Error(problem))
        void started.end()
      }
      readMessages(started, framing, (message) => transport.onmessage?.(message), giveUp)
      readErrors(started, (text) => {
        errors = (errors + text).slice(-keptErrors)
      })
      // What can't be started says so within the same turn of the event loop, or the next.
      return Promise.race([
        started.ended.then((how) => {
          if (how.kind === 'not-started') throw how.why
        }),
        new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve))),
      ])
    },
    send: (message) =>
      new Promise((resolve, reject) => {
        if (child === null || end !== null) return reject(new Error('the server has ended'))
        // A server that does not read must not be waited for: it may have ended meanwhile.
        child.input.write(framing.write(message))
        resolve()
      }),
    close: async () => {
      isClosing = true
      await child?.end()
    },
    errors: () => errors,
    endedBy: () => (isClosing || end === null ? null : (why ?? inWords(end))),
  }
  return transport
}

/** The protocol's own reading and writing of messages. @throws Error if a line is no message */
export interface Framing {
  read(line: string): JSONRPCMessage
  write(message: JSONRPCMessage): string
}

function readMessages(
  { output }: Child,
  framing: Framing,
  take: (message: JSONRPCMessage) => void,
  giveUp: (problem: string) => void,
): void {
  let isOver = false
  const stop = (problem: string) => {
    if (isOver) return
    isOver = true
    giveUp(problem)
  }
  let junk = 0
  const newsIn = noticeFilter()
  /**
   * What the next turn passes on: what came after a notice, since the library hears of notices later than of answers, and
   * would miss them; and what is large, since to read it was work enough.
   */
  let later: JSONRPCMessage | null = null
  let hasNoticed = false
  const pass = (message: JSONRPCMessage, isLarge: boolean) => {
    const isNotice = 'method' in message && !('id' in message)
    if (isLarge || (hasNoticed && !isNotice)) later = message
    else take(message)
    hasNoticed ||= isNotice
  }
  const read = (line: string) => {
    const excess = excessInMessage(line)
    if (excess !== null) return stop(`it sent a message that is too much: ${excess}`)
    // A shorter line has fewer values than characters.
    const isMany = line.length > maxAsked && excessInJson(line, maxAsked) !== null
    if (isMany && asks.test(line)) return stop(askedTooMuch)
    const message = messageIn(line, framing)
    if (isMany && message !== null && 'method' in message) return stop(askedTooMuch)
    junk = message === null ? junk + 1 : 0
    if (message !== null) pass(message, line.length > maxAtOnce)
    if (junk > maxJunk) stop('it prints what is no message of the protocol')
  }
  const lines = lineReader(() => stop('it sent a message of more than 10 MB'))
  let waits = false
  const work = () => {
    waits = false
    hasNoticed = false
    const began = performance.now()
    if (later !== null) take(later)
    later = null
    for (let line = lines.next(); line !== null && !isOver; line = lines.next()) {
      newsIn(line).forEach(read)
      if (later === null && performance.now() < began + slice) continue
      waits = true
      output.pause()
      // What the messages set off is done by then, and counts.
      setImmediate(() => setTimeout(work, performance.now() - began))
      return
    }
    output.resume()
  }
  output.on('data', (bytes: Buffer) => {
    if (isOver) return
    lines.add(bytes)
    if (!waits) work()
  })
  // A program that ends closes its output first; of one that goes on nothing can be asked any more.
  output.on('end', () => setTimeout(() => stop('it closed its standard output'), endsWithin).unref())
}

/** Characters of a notice; longer lines are looked at as a whole. */
const longestNotice = 400
/** How many notices of a kind are passed on within `noticeEvery`. A report of progress may carry a line of output. */
const notices: readonly (readonly [RegExp, number])[] = [
  [/"method"\s*:\s*"notifications\/(?:tools|prompts|resources)\/list_changed"/, 1],
  [/"method"\s*:\s*"notifications\/progress"/, 20],
]

/**
 * Which lines to pass on when one has come. A server may send any number of notices that a list has changed or how far a
 * call is, and each costs more to pass on than to send (T79). Of a flood, the first are passed on, and the newest before
 * the next message that is none.
 */
function noticeFilter(): (line: string) => readonly string[] {
  const passed = new Map<string, { since: number; count: number }>()
  let newest: string | null = null
  const all = (line: string) => {
    const held = newest
    newest = null
    return held === null ? [line] : [held, line]
  }
  return (line) => {
    // What has an id is an answer or a question.
    if (line.length > longestNotice || line.includes('"id"')) return all(line)
    const found = notices.find(([form]) => form.test(line))
    if (found === undefined) return all(line)
    const [{ source: kind }, atOnce] = found
    const now = performance.now()
    const state = passed.get(kind)
    if (state === undefined || now - state.since >= noticeEvery) {
      passed.set(kind, { since: now, count: 1 })
      newest = null
      return [line]
    }
    state.count += 1
    if (state.count <= atOnce) return [line]
    newest = line
    return []
  }
}

function lineReader(tooLong: () => void) {
  let parts: Buffer[] = []
  let size = 0
  let lines: readonly string[] = []
  let at = 0
  return {
    add: (bytes: Buffer) => {
      const last = bytes.lastIndexOf('\n')
      if (last < 0) {
        parts.push(bytes)
        size += bytes.length
        if (size > maxMessage) tooLong()
        return
      }
      const whole = Buffer.concat([...parts, bytes.subarray(0, last)]).toString('utf8')
      lines = [...lines.slice(at), ...whole.split('\n')]
      at = 0
      parts = [bytes.subarray(last + 1)]
      size = bytes.length - last - 1
    },
    next: (): string | null => {
      const line = lines[at]
      at += 1
      return line ?? null
    },
  }
}

const askedTooMuch = 'it asked for something with far too many fields'
/** What a server asks for or tells by itself, as it is usually written: its method stands before what it is about. */
const asks = /^\s*\{\s*(?:"(?:jsonrpc|id)"\s*:\s*[^,{}]{1,200},\s*){0,2}"method"\s*:/

/** Null: an empty line, or what a program prints for people. */
function messageIn(line: string, framing: Framing): JSONRPCMessage | null {
  const text = line.endsWith('\r') ? line.slice(0, -1) : line
  try {
    return framing.read(text)
  } catch {
    return null
  }
}

function readErrors({ errors }: Child, add: (text: string) => void): void {
  let room = errorsAtOnce
  let isCounting = false
  const refill = () => {
    isCounting = false
    room = errorsAtOnce
    errors.resume()
  }
  errors.setEncoding('utf8').on('data', (text: string) => {
    add(text)
    room -= text.length
    if (!isCounting) setTimeout(refill, errorsEvery).unref()
    isCounting = true
    if (room <= 0) errors.pause()
  })
}

function inWords(end: ChildEnd): string {
  if (end.kind === 'not-started') return end.why.message
  if (end.code !== null) return `it ended with exit code ${end.code}`
  return end.signal === null ? 'it could not be ended' : `it was ended by ${end.signal}`
}

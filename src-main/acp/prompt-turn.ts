import { formatNumber } from '../../src-shared/base/format.ts'
import type { AgentPlanEntry, AgentUsage } from '../../src-shared/run/agent-update.ts'
import { flooded, quiet } from './agent-failures.ts'
import type { AgentInfo } from './agent-info.ts'
import { type AgentCall, type CallEnd, createCalls } from './calls.ts'
import type { AgentLimits } from './limits.ts'
import type { Decision } from './permission-options.ts'
import { rawLog } from './raw-log.ts'
import { countsAllCalls, endOf, withCost } from './reported-use.ts'
import { createTerminals, type StartCommand } from './terminals.ts'
import { type CallReport, readUpdate, type Update } from './updates.ts'

/** Receives what an agent does during a prompt, and decides what it asks. */
export interface PromptListener {
  /** A part of what it says or thinks; `of` tells its messages apart, if the agent does. */
  chunk(channel: 'message' | 'thought', text: string, of: string | null): void
  plan(entries: readonly AgentPlanEntry[]): void
  mode(mode: string): void
  callStart(call: AgentCall): void
  callChange(call: AgentCall): void
  callEnd(call: AgentCall, how: CallEnd): void
  permission(call: AgentCall): Promise<Decision>
  /** The text of a file, empty if there is none. Rejects if it may not be read. */
  readFile(path: string): Promise<string>
  /** Rejects if it may not be written. */
  writeFile(path: string, text: string): Promise<void>
  readonly startCommand: StartCommand
  /** Something that the agent should not have done, in a sentence; each is reported once. */
  oddity(text: string): void
}

export interface PromptEnd {
  readonly stopReason: string
  readonly usage: AgentUsage | null
  /** The messages of the prompt, shortened. */
  readonly messages: string
}

export interface PromptTurn {
  readonly session: string
  /** Raised when the prompt has ended or is cancelled: what is asked then gets no answer any more. */
  readonly over: AbortSignal
  update(params: unknown): void
  answered(): void
  oddity(text: string): void
  raw(direction: '→' | '←' | '!', line: string): void
  /** A request for permission, by its call. */
  ask(report: CallReport): Promise<Decision>
  readFile(path: string): Promise<string>
  writeFile(path: string, text: string): Promise<void>
  /** A request about a terminal. */
  terminal(method: string, params: unknown): Promise<unknown>
  /** Waits for the prompt's answer. @param cancel asks the agent to end it */
  settle(answer: Promise<unknown>, cancel: () => void): Promise<PromptEnd>
}

/** Different oddities that are reported for one prompt. */
const maxOddities = 20

/** One prompt: from its request to its answer. What comes after the answer is ignored. */
export function startTurn(
  agent: Pick<AgentInfo, 'name'>,
  session: string,
  listener: PromptListener,
  limits: AgentLimits,
  signal: AbortSignal,
): PromptTurn {
  const over = new AbortController()
  const log = rawLog()
  const terminals = createTerminals(listener.startCommand, limits, over.signal)
  const told = new Set<string>()
  let isOpen = true
  let messages = 0
  let characters = 0
  let cost: AgentUsage['cost'] = null
  let context: number | null = null
  let asking = 0
  let failTurn: (thrown: Error) => void = () => undefined
  let lastHeard = performance.now()

  const oddity = (text: string) => {
    if (!isOpen || told.has(text) || told.size >= maxOddities) return
    told.add(text)
    listener.oddity(text)
  }
  const calls = createCalls({
    start: (call) => {
      if (calls.count > limits.maxCalls) failTurn(flooded(`more than ${formatNumber(limits.maxCalls)} tool calls`))
      else listener.callStart(call)
    },
    changed: (call) => listener.callChange(call),
    end: (call, how) => {
      if (calls.count <= limits.maxCalls) listener.callEnd(call, how)
    },
  })
  const take = (update: Update) => {
    switch (update.kind) {
      case 'chunk':
        if (update.text !== '') listener.chunk(update.channel, update.text, update.of)
        return
      case 'call':
        return calls.report(update.call, update.isNew)
      case 'plan':
        return listener.plan(update.entries)
      case 'mode':
        return listener.mode(update.mode)
      case 'usage':
        cost = update.cost ?? cost
        context = update.context ?? context
        return
      case 'unknown':
        return oddity(`It sent an update that is not known: ${update.name}.`)
      case 'options':
      case 'ignored':
        return
    }
  }
  const whileAsking = async <T>(work: () => Promise<T>): Promise<T> => {
    asking += 1
    try {
      return await work()
    } finally {
      asking -= 1
      lastHeard = performance.now()
    }
  }
  return {
    session,
    over: over.signal,
    update: (params) => {
      if (!isOpen) return
      const read = readUpdate(params)
      if (read === null) oddity('It sent an update without a session or a kind.')
      else if (read.session !== session) oddity('It sent an update of another session.')
      else take(read.update)
    },
    answered: () => {
      // Before anything that the agent sends after its answer is looked at.
      if (!isOpen) return
      calls.endAll()
      isOpen = false
      over.abort()
    },
    oddity,
    raw: (direction, line) => {
      log.add(direction, line)
      if (direction !== '←') return
      lastHeard = performance.now()
      messages += 1
      characters += line.length
      if (messages > limits.maxMessages) failTurn(flooded(`more than ${formatNumber(limits.maxMessages)} messages`))
      if (characters > limits.maxCharacters)
        failTurn(flooded(`more than ${formatNumber(limits.maxCharacters)} characters`))
    },
    ask: (report) => whileAsking(() => listener.permission(calls.asked(report))),
    readFile: (path) => listener.readFile(path),
    writeFile: (path, text) => whileAsking(() => listener.writeFile(path, text)),
    // An agent that waits for the user, or for its command, may be silent.
    terminal: (method, params) => whileAsking(() => terminals.answer(method, params)),
    settle: async (answer, cancel) => {
      const timers: NodeJS.Timeout[] = []
      const failed = new Promise<never>((_, reject) => {
        failTurn = reject
      })
      failed.catch(() => undefined)
      const look = () => {
        const left = asking > 0 ? limits.silenceMs : limits.silenceMs - (performance.now() - lastHeard)
        if (left <= 0) failTurn(quiet(limits.silenceMs))
        else timers.push(setTimeout(look, left).unref())
      }
      look()
      const stop = () => {
        over.abort()
        cancel()
        timers.push(
          setTimeout(() => failTurn(new Error('It did not end the prompt when it was cancelled.')), limits.cancelMs),
        )
      }
      signal.addEventListener('abort', stop, { once: true })
      if (signal.aborted) stop()
      try {
        const { stopReason, usage } = endOf(await Promise.race([answer, failed]))
        const whole = calls.count === 0 || countsAllCalls(agent, usage, context) ? usage : null
        return { stopReason, usage: withCost(whole, cost), messages: log.text() }
      } finally {
        if (isOpen) calls.endAll()
        isOpen = false
        over.abort()
        signal.removeEventListener('abort', stop)
        await terminals.close()
        for (const timer of timers) clearTimeout(timer)
      }
    },
  }
}

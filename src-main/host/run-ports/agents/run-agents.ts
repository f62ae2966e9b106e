import { FailureError } from '../../../../src-shared/base/failure.ts'
import type { AgentUsage } from '../../../../src-shared/run/agent-update.ts'
import type { Run } from '../../../../src-shared/run/conversation.ts'
import { type AgentEntry, agentNamed } from '../../../../src-shared/settings/other-agents.ts'
import { startAgent } from '../../../acp/agent-process.ts'
import type { AgentConnection } from '../../../acp/connection.ts'
import { usualLimits } from '../../../acp/limits.ts'
import type { AgentSession } from '../../../acp/open-session.ts'
import type { AgentTurn, OtherAgentListener, OtherAgentPort, PastPrompt } from '../../../agent/ports.ts'
import type { AgentPrompt } from '../../../strategy/steps.ts'
import { forbidsAllEdits } from '../../../tools/phase-limits.ts'
import { guardFiles } from '../../../workspace/guard/guarded-files.ts'
import type { HostContext } from '../../host-context.ts'
import { imageIn } from '../../prompt-sources/images.ts'
import { projectPermissions } from '../../prompt-sources/project-permissions.ts'
import type { KeyHider } from '../../settings/redact-keys.ts'
import type { ProjectWork } from '../../workspaces/workspace-services.ts'
import { holdingFiles } from '../holding-files.ts'
import { agentProgram } from './agent-program.ts'
import { type AgentPlace, lastSession } from './agent-sessions.ts'
import { handedServers } from './handed-servers.ts'
import { learnOffers, offersOf } from './known-offers.ts'
import { promptContent } from './prompt-content.ts'
import { promptListener } from './prompt-listener.ts'
import { undoAndReport } from './undo-files.ts'

/**
 * The other agents of one run.
 *
 * 1. One process for each agent and folder, from its first prompt to the end of the run, or until it fails. Where no
 *    file may be changed, that process can't write in the folder; when that changes, it makes room for another one.
 * 2. While an agent works it holds the workspace's write lock.
 * 3. A prompt that is stopped ends the process.
 */
export interface RunAgents {
  /** @param place the copy's name; left out: the run's own files */
  portFor(work: ProjectWork, before: () => Promise<void>, place?: AgentPlace): OtherAgentPort
  /** Ends the agents that work in a folder, before it is removed. */
  leave(folder: string): Promise<void>
  /** Settles when all are gone. Never rejects. */
  close(how: 'gently' | 'now'): Promise<void>
}

type Parts = Pick<HostContext, 'options' | 'store' | 'settings' | 'bus' | 'keys' | 'profiles' | 'mcpFiles'>

interface Held {
  readonly folder: string
  readonly connection: AgentConnection
  readonly entry: AgentEntry
  /** Whether it can only read the folder; null: nothing confines it. */
  readonly locked: boolean | null
  /** The session that is open in it. */
  session: AgentSession | null
  /** The last one that was not begun as a new one. */
  goesOn: string | null
  /** The MCP servers that it was handed, and why others were not. */
  handed: readonly string[]
  notes: readonly string[]
  /** What the session had cost when its last prompt ended; null: not known. */
  spent: number | null
}

/** After a cancelled prompt, until its process is ended, ms. */
const cancelMs = 400

/** @param keep called with the snapshots that prompts may have to go back to */
export function createRunAgents(parts: Parts, run: Run, hider: KeyHider, keep: (snapshot: string) => void): RunAgents {
  const held = new Map<string, Held>()
  const busy = new Set<Promise<unknown>>()
  const endOf = async (key: string, how: 'gently' | 'now') => {
    const last = held.get(key)
    held.delete(key)
    await last?.connection.close(how)
  }
  const connect = async (agent: string, { work, locked }: Place, signal: AbortSignal): Promise<Held> => {
    const key = `${work.folder}\n${agent}`
    const known = held.get(key)
    if (known?.connection.isAlive() && (known.locked ?? locked) === locked) return known
    await endOf(key, 'gently')
    const entry = agentNamed(agent, parts.settings.read().agents)
    if (entry === undefined) throw new FailureError(unknownAgent(agent))
    // The protocol's package is loaded for the first agent.
    const { connectAgent } = await import('../../../acp/connection.ts')
    const program = await agentProgram(parts, entry, work.folder, work.commands, locked)
    const pipes = startAgent(program, run.id)
    const connecting = connectAgent(pipes, parts.options.version, { ...usualLimits, cancelMs })
    const connection = await stoppable(connecting, signal, () => pipes.end('now'))
    const nothing = { session: null, goesOn: null, handed: [], notes: [], spent: null }
    const fresh: Held = {
      folder: work.folder,
      connection,
      entry,
      locked: program.confined ? locked : null,
      ...nothing,
    }
    held.set(key, fresh)
    return fresh
  }
  const wantedSession = (ask: AgentPrompt, past: PastPrompt | null, known: Held, place: AgentPlace): string | null => {
    if (past !== null) return past.session
    if (ask.session === 'new') return null
    if (ask.session === 'conversation') return known.goesOn ?? lastSession(parts, run, ask.agent, place)
    return ask.session
  }
  const inSession = async (
    ask: AgentPrompt,
    past: PastPrompt | null,
    place: Place,
    signal: AbortSignal,
  ): Promise<Opened> => {
    const { work, name } = place
    const known = await connect(ask.agent, place, signal)
    const wanted = wantedSession(ask, past, known, name)
    const session = await stoppable(sessionFor(known, wanted, ask, work), signal, () => known.connection.close('now'))
    if (past !== null && session.how === 'new') throw new FailureError(outcomeUnknown(ask.agent))
    if (known.session?.id !== session.id) known.spent = session.how === 'new' ? 0 : null
    known.session = session
    if (ask.session !== 'new') known.goesOn = session.id
    return { known, session }
  }
  const sessionFor = async (known: Held, wanted: string | null, ask: AgentPrompt, { folder }: ProjectWork) => {
    const { connection, entry, session } = known
    if (session !== null && wanted === session.id)
      return { ...(await connection.choose(session, ask.choices)), how: 'continued' as const }
    const { servers, notes } = handedServers(entry.servers ? parts.mcpFiles.servers() : [], connection.info, folder)
    const opened = await connection.open({ folder, session: wanted, chosen: ask.choices, servers })
    known.handed = servers.map(({ name }) => name)
    known.notes = notes
    // For a session that goes on, some agents list nothing.
    if (opened.how === 'new') learnOffers(parts, entry, offersOf(connection.info, opened.offered))
    return opened
  }

  async function work(
    of: Omit<Place, 'locked'>,
    ask: AgentPrompt,
    listener: OtherAgentListener,
    begun: PastPrompt | null,
    signal: AbortSignal,
  ) {
    // Without a session it was never sent.
    const past = begun?.session == null ? null : begun
    const { snapshots, folder } = of.work
    const files = holdingFiles(await guardFiles(folder), snapshots)
    const readOnly = run.mode === 'plan' || run.approval === 'read-only'
    const limits = readOnly ? { writable: [], readOnly: ['**'] } : ask.limits
    const isLimited = limits.writable !== null || limits.readOnly.length > 0
    const place: Place = { ...of, locked: forbidsAllEdits(limits) }
    const { known, session } = await inSession(ask, past, place, signal)
    const { id, how } = session
    const { info } = known.connection
    // After a crash, what it had done by then is held to the limits too.
    const before = isLimited ? (past?.before ?? (await snapshots.snapshot()).id) : null
    if (before !== null) keep(before)
    listener.session(id, sessionUpdate(known, session), before)
    for (const note of known.notes) listener.notice('warning', note)
    known.notes = []
    const undo = async () =>
      before === null ? [] : await undoAndReport({ snapshots, files, before, limits, listener })
    const text =
      past !== null
        ? continuing(ask.prompt)
        : how === 'new' && ask.before !== ''
          ? `${ask.before}\n\n${ask.prompt}`
          : ask.prompt
    const content = promptContent(text, info.images, (ref) => imageIn(parts.store.bodies.get(ref)))
    if (content.note !== null) listener.notice('warning', content.note)
    const { rules } = await projectPermissions(place.work.commands.project)
    const told = promptListener({
      agent: ask.agent,
      files,
      mode: readOnly ? 'read-only' : run.approval,
      limits,
      rules: () => [...rules, ...parts.store.rules.list(run.projectId)],
      hider,
      owner: run.id,
      confinement: place.work.commands.confinement,
      listener,
    })
    try {
      const end = await known.connection.prompt(id, content.blocks, told, signal)
      signal.throwIfAborted()
      const undone = await undo()
      return {
        stopReason: end.stopReason,
        session: id,
        usage: ofPrompt(end.usage, known),
        undone,
        messages: hider.text(end.messages),
      }
    } catch (thrown) {
      if (signal.aborted) await known.connection.close('now')
      // What it did before it failed is held to the same limits.
      await undo()
      throw thrown
    }
  }

  return {
    portFor: (of, before, name = null) => ({
      prompt: (ask, listener, past, signal) => {
        const whole = (async (): Promise<AgentTurn> => {
          await before()
          const giveBack = await of.turns.take('write', signal)
          if (giveBack === null) throw new Error('Stopped.')
          try {
            return await work({ work: of, name }, ask, listener, past, signal)
          } finally {
            giveBack()
          }
        })()
        const settled = whole.catch(() => undefined).finally(() => busy.delete(settled))
        busy.add(settled)
        return whole
      },
    }),
    leave: async (folder) => {
      const inside = [...held].filter(([, each]) => each.folder === folder).map(([key]) => key)
      await Promise.all(inside.map((key) => endOf(key, 'gently')))
    },
    close: async (how) => {
      await Promise.all([...busy])
      await Promise.all([...held.keys()].map((key) => endOf(key, how).catch(() => undefined)))
    },
  }
}

/** An agent that is starting is ended at once if the run is stopped: it may take its time, or never be done. */
async function stoppable<T>(starting: Promise<T>, signal: AbortSignal, end: () => Promise<void>): Promise<T> {
  const stop = () => void end()
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  try {
    return await starting
  } finally {
    signal.removeEventListener('abort', stop)
    signal.throwIfAborted()
  }
}

interface Place {
  readonly work: ProjectWork
  readonly name: AgentPlace
  /** Whether no file may be changed there now. */
  readonly locked: boolean
}
interface Opened {
  readonly known: Held
  readonly session: AgentSession
}

function sessionUpdate({ connection, handed }: Held, { how, choices }: AgentSession) {
  const current = (category: string) => choices.find((each) => each.category === category)?.current ?? null
  const name = [connection.info.name, connection.info.version].filter((each) => each !== '').join(' ')
  const handedOver = handed.length > 0 ? { servers: handed } : {}
  return { kind: 'session', name, how, mode: current('mode'), model: current('model'), ...handedOver } as const
}

/** Agents report the cost of the whole session so far. */
function ofPrompt(usage: AgentUsage | null, known: Held): AgentUsage | null {
  if (!usage?.cost) return usage
  const { amount, currency } = usage.cost
  const cost = known.spent === null ? null : { amount: Math.max(0, amount - known.spent), currency }
  known.spent = amount
  return { ...usage, cost }
}

const unknownAgent = (agent: string) =>
  ({
    kind: 'not-found',
    message: `There is no agent called ${JSON.stringify(agent.slice(0, 80))}.`,
    advice: 'Add it in Settings → Agents, or choose one that is listed there.',
  }) as const

const outcomeUnknown = (agent: string) =>
  ({
    kind: 'interrupted',
    message: `Stratagem ended while the agent ${agent} worked, and its session can’t be continued: the outcome is unknown.`,
    advice: 'Look at the files, then send another message.',
  }) as const

/** What an agent is told after a crash. */
const continuing = (prompt: string): string =>
  `Your work on this was interrupted, and nobody knows how far it came. Look at the files before you change anything, then finish it:\n\n${prompt}`

import type {
  AgentPorts,
  Copy,
  CopyPort,
  OtherAgentPort,
  ToolContext,
  ToolPort,
  WorkspacePort,
} from '../../../src-main/agent/ports.ts'
import { buildStrategy } from '../../../src-main/strategy/registry.ts'
import type { AgentPrompt, Answer, Leaf, Step, Strategy } from '../../../src-main/strategy/steps.ts'
import { phaseForbids } from '../../../src-main/tools/phase-limits.ts'
import type { ModelRequest, ToolCall } from '../../../src-shared/model/message.ts'
import type { ToolEffect, ToolLimits, ToolResult } from '../../../src-shared/model/tool.ts'
import type { StrategyChoice } from '../../../src-shared/strategy/strategy-info.ts'
import { allowingUser } from '../agent/agent-ports.ts'
import { result, someTools, task } from '../agent/agent-replies.ts'
import { play } from '../agent/play.ts'
import type { FamilyCase } from './family-case.ts'

/**
 * The environment of a case: a project of one file, copies of it, a check and a user. Like a disk, it survives a
 * crash, and it records all effects. It behaves the same for `play` and for the agent.
 */
export interface FamilyWorld {
  readonly done: readonly string[]
  file(): string
  /** Number of tool calls and checks that were started. */
  requestCount(): number
  /** The case executed by `play`, without an agent. */
  played(): ReturnType<typeof playIn>
  ports(life: WorldLife): Pick<AgentPorts, 'tools' | 'workspace' | 'user' | 'agents'>
}

export interface WorldLife {
  /** Whether the calling process has crashed: then its calls have no effect. */
  isDead(): boolean
  /** Index of the tool call or check that hangs; -1 if none. */
  readonly hangAt: number
  /** Called when it hangs. */
  hung(): void
}

type RequestedStep = Leaf | Extract<Step, { kind: 'delegate' }>
const home = 'project'

/** @param chance the random numbers for `play`; the agent has its own */
export function familyWorld(made: FamilyCase, chance = () => 0.5): FamilyWorld {
  const places = new Map([[home, made.start ?? 'nothing']])
  const done: string[] = []
  let requestCount = 0
  const fileIn = (workspace: string): string => {
    const text = places.get(workspace)
    if (text === undefined) throw new Error(`${workspace} is gone`)
    return text
  }
  const perform = (call: ToolCall, limits: ToolLimits, workspace: string): ToolResult => {
    const { path = 'src/file', content = '' } = readArguments(call.arguments)
    const forbidden = phaseForbids(limits, effectOf(call.tool), call.tool === 'write_file' ? [path] : [])
    if (forbidden !== null) return result(call.id, call.tool, forbidden, false)
    if (call.tool === 'read_file') return result(call.id, call.tool, `${workspace}: ${fileIn(workspace)}`)
    const answer = made.tool?.(call, done) ?? { text: `did ${call.tool}`, ok: true }
    if (call.tool === 'write_file' && answer.ok) places.set(workspace, content)
    done.push(`${call.tool} ${call.tool === 'write_file' ? content : call.arguments}`)
    return result(call.id, call.tool, answer.text, answer.ok)
  }
  /** An agent that is prompted again after a crash finds what it wrote. */
  const prompt = ({ limits, ...ask }: AgentPrompt, workspace: string) => {
    const { text, writes = [] } = made.agent?.({ limits, ...ask }) ?? { text: 'Agreed.' }
    const undone: string[] = []
    for (const { path, content } of writes) {
      if (phaseForbids(limits, 'edit', [path]) !== null) undone.push(path)
      else if (fileIn(workspace) !== content) {
        places.set(workspace, content)
        done.push(`${ask.agent} writes ${content}`)
      }
    }
    const session = ask.session === 'new' ? 'apart' : `session in ${workspace}`
    return { text, stopReason: 'end_turn', session, usage: null, undone }
  }
  const check = (workspace: string) => made.check?.(fileIn(workspace), done) ?? { exitCode: 0, output: 'fine' }
  const hangs = (life: WorldLife): boolean => {
    const here = requestCount++ === life.hangAt
    if (here) setImmediate(() => life.hung())
    return here
  }
  const world = { chance, places, made, fileIn, perform, prompt, check, hangs }
  return {
    done,
    file: () => fileIn(home),
    requestCount: () => requestCount,
    played: () => playIn(world),
    ports: (life) => ({
      ...faces(world, home, life),
      user: { ...allowingUser, ask: async (_, question) => made.user?.(question) ?? question.options[0] ?? '' },
    }),
  }
}

interface Inside {
  readonly chance: () => number
  readonly places: Map<string, string>
  readonly made: FamilyCase
  fileIn(workspace: string): string
  perform(call: ToolCall, limits: ToolLimits, workspace: string): ToolResult
  prompt(ask: AgentPrompt, workspace: string): Omit<Answer<'prompt-agent'>, 'toolCalls'>
  check(workspace: string): { readonly exitCode: number | null; readonly output: string }
  hangs(life: WorldLife): boolean
}

const effectOf = (name: string): ToolEffect => someTools.find((tool) => tool.name === name)?.effect ?? 'command'

function readArguments(text: string): { readonly path?: string; readonly content?: string } {
  const args: unknown = JSON.parse(text)
  if (typeof args !== 'object' || args === null) return {}
  return {
    ...('path' in args ? { path: String(args.path) } : {}),
    ...('content' in args ? { content: String(args.content) } : {}),
  }
}

const snapshotOf = (text: string): string => `snapshot of ${text}`
const textOf = (snapshot: string): string => snapshot.replace(/^snapshot of /, '')
const changed = (before: string, after: string) => ({
  files: [{ path: 'file', added: textOf(after).length, removed: 1 }],
  patch: `${before} -> ${after}`,
})

/** The synchronous interface, for `play`, which enters and leaves the copies. It returns the same as `faces`. */
function playIn(world: Inside) {
  const { made } = world
  const requests: ModelRequest[] = []
  const prompts: AgentPrompt[] = []
  const inside: string[] = [home]
  const answer = (step: RequestedStep): unknown => {
    const workspace = inside.at(-1) ?? home
    // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- no case requests another step
    switch (step.kind) {
      case 'call-model':
        requests.push(step.request)
        return made.answers(step.request)
      case 'run-tool':
        return world.perform(step.call, step.limits, workspace)
      case 'check':
        return { ...world.check(workspace), durationMs: 1 }
      case 'snapshot':
        return snapshotOf(world.fileIn(workspace))
      case 'restore':
        world.places.set(workspace, textOf(step.snapshot))
        return null
      case 'changes':
        return changed(step.before, step.after)
      case 'prompt-agent':
        prompts.push(step)
        return { ...world.prompt(step, workspace), toolCalls: 0 }
      case 'random':
        return world.chance()
      case 'ask-user':
        return made.user?.(step.question) ?? step.question.options[0]
      case 'delegate':
        return play(built(step.strategy)(step.task), answer, [], copies).result
      default:
        throw new Error(`no ${step.kind} is expected in a case`)
    }
  }
  const copies = {
    enter: ({ from, index }: { readonly from: string; readonly index: number }) => {
      const workspace = copyName(index)
      world.places.set(workspace, textOf(from))
      inside.push(workspace)
    },
    leave: () => void inside.pop(),
  }
  const { result: outcome, phases, notes } = play(built(made.choice)(made.task ?? task()), answer, [], copies)
  return { outcome, phases, notes, requests, prompts }
}

function built(choice: StrategyChoice): Strategy {
  const made = buildStrategy(choice)
  if (!made.ok) throw new Error(made.failure.message)
  return made.strategy
}

const copyName = (index: number): string => `copy ${index}`

/** The agent's ports for one workspace. Calls of a crashed process have no effect. */
function faces(world: Inside, workspace: string, life: WorldLife) {
  return {
    tools: toolsIn(world, workspace, life),
    workspace: workspaceIn(world, workspace, life),
    agents: agentsIn(world, workspace, life),
  }
}

function agentsIn(world: Inside, workspace: string, life: WorldLife): OtherAgentPort {
  return {
    prompt: async (ask, listener) => {
      const session = { kind: 'session', name: 'scripted', how: 'new', mode: null, model: null } as const
      listener.session(`session in ${workspace}`, session, null)
      if (life.isDead() || world.hangs(life)) return await never()
      const { text, ...turn } = world.prompt(ask, workspace)
      listener.said('message', text, null)
      return { ...turn, messages: '' }
    },
  }
}

const interrupted = 'Interrupted, outcome unknown: look before you repeat.'
const never = () => new Promise<never>(() => {})

function toolsIn(world: Inside, workspace: string, life: WorldLife): ToolPort {
  const run = async (call: ToolCall, context: ToolContext) => {
    const answer = async () => {
      if (context.interrupted && effectOf(call.tool) !== 'read') return result(call.id, call.tool, interrupted, false)
      context.begin()
      if (life.isDead() || world.hangs(life)) return await never()
      return world.perform(call, context.limits, workspace)
    }
    const made = await answer()
    return { result: made, body: { kind: 'text', text: made.text } as const }
  }
  return { effectOf, run }
}

function workspaceIn(world: Inside, workspace: string, life: WorldLife): WorkspacePort {
  const alive = async (): Promise<void> => (life.isDead() ? never() : undefined)
  const copyOf = (name: string): Copy => ({
    ...faces(world, name, life),
    remove: async () => {
      await alive()
      world.places.delete(name)
    },
  })
  // The agent's name for a copy holds its index in its `all`.
  const named = (name: string) => copyName(Number(/^[\d.]+-(\d+)/.exec(name)?.[1]))
  const copies: CopyPort = {
    open: async (name, { from }) => {
      await alive()
      world.places.set(named(name), textOf(from))
      return copyOf(named(name))
    },
    reopen: async (name) => (world.places.has(named(name)) ? copyOf(named(name)) : null),
  }
  return {
    copies,
    snapshot: async () => snapshotOf(world.fileIn(workspace)),
    restore: async (snapshot) => {
      await alive()
      world.places.set(workspace, textOf(snapshot))
    },
    changes: async (before, after) => changed(before, after),
    check: async () => {
      if (life.isDead() || world.hangs(life)) return await never()
      return world.check(workspace)
    },
  }
}

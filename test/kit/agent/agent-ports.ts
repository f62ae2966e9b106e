import type {
  AgentPorts,
  CopyPort,
  LogPort,
  ModelPort,
  OtherAgentPort,
  ToolContext,
  ToolPort,
  UserPort,
} from '../../../src-main/agent/ports.ts'
import { type RunConfig, startRun } from '../../../src-main/agent/run.ts'
import { buildStrategy } from '../../../src-main/strategy/registry.ts'
import type { Strategy } from '../../../src-main/strategy/steps.ts'
import type { ToolCall } from '../../../src-shared/model/message.ts'
import type { ToolEffect } from '../../../src-shared/model/tool.ts'
import type { StrategyChoice } from '../../../src-shared/strategy/strategy-info.ts'
import { result, someTools, task, unlimited } from './agent-replies.ts'

/** A monotonic clock that advances by 1 ms with every read, so that no test waits. */
function steppingClock() {
  let ms = 0
  return { now: () => 1_700_000_000_000 + ms, elapsed: () => ms++ }
}

/** Replaces the real tool: returns the result's text. */
export type ToolScript = (call: ToolCall, context: ToolContext) => Promise<string> | string

export function scriptedTools(script: ToolScript): ToolPort {
  return {
    effectOf: (name): ToolEffect => someTools.find((tool) => tool.name === name)?.effect ?? 'command',
    async run(call, context) {
      const text = await script(call, context)
      return { result: result(call.id, call.tool, text), body: { kind: 'text', text } }
    },
  }
}

export const allowingUser: UserPort = {
  approve: async () => ({ decision: 'allow', by: 'user', note: '' }),
  ask: async (_path, question) => question.options[0] ?? '',
  hasQueued: () => false,
  takeQueued: () => [],
}

/** An agent that agrees with everything. */
export const agreeingAgent: OtherAgentPort = {
  prompt: async (_, listener) => {
    listener.session('s', { kind: 'session', name: 'scripted', how: 'new', mode: null, model: null }, null)
    listener.said('message', 'Agreed.', null)
    return { stopReason: 'end_turn', session: 's', usage: null, undone: [], messages: '' }
  },
}

const noCopies: CopyPort = {
  open: () => Promise.reject(new Error('this test has no copies')),
  reopen: () => Promise.reject(new Error('this test has no copies')),
}

export function testPorts(log: LogPort, model: ModelPort, more: Partial<AgentPorts> = {}): AgentPorts {
  return {
    log,
    model,
    tools: scriptedTools((call) => `result of ${call.tool}`),
    workspace: {
      snapshot: async (label) => `snapshot of ${label}`,
      restore: async () => {},
      changes: async () => ({ files: [], patch: '' }),
      check: async () => ({ exitCode: 0, output: 'fine' }),
      copies: noCopies,
    },
    user: allowingUser,
    clock: steppingClock(),
    ...more,
  }
}

const bound = (model: string) => ({ profileId: model, profileName: model, model })

/** The configuration of a run. @param what a strategy as code, or a choice from the registry */
export function configFor(what: Strategy | StrategyChoice, more: Partial<RunConfig> = {}): RunConfig {
  const built =
    typeof what === 'function' ? { ok: true as const, strategy: what, version: 'own@1' } : buildStrategy(what)
  if (!built.ok) throw new Error(built.failure.message)
  return {
    runId: 'run-1',
    choice: typeof what === 'function' ? { name: 'own', options: {} } : what,
    strategy: built.strategy,
    version: built.version,
    task: task(),
    roles: { default: bound('any'), planner: bound('thinker'), evaluator: bound('judge'), engineer: bound('doer') },
    approval: 'everything',
    budget: unlimited,
    seed: 7,
    buildChild: (choice) => buildStrategy(choice),
    ...more,
  }
}

export const startTestRun = (ports: AgentPorts, what: RunConfig, signal = new AbortController().signal) =>
  startRun(ports, what, signal)

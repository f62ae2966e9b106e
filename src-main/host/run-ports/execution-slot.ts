import type { ApprovalAsk } from '../../../src-shared/model/tool.ts'
import type {
  AgentPorts,
  Copy,
  CopyPort,
  OtherAgentPort,
  ToolContext,
  ToolPort,
  WorkspacePort,
} from '../../agent/ports.ts'

/** The right to work, shared by runs that must not work at the same time. */
export interface ExecutionSlot {
  /** Resolves once the slot is acquired; also soon after an abort, possibly without the slot. */
  take(signal: AbortSignal): Promise<void>
  giveBack(): void
}

/**
 * The ports of a run that works only while it holds a slot.
 *
 * 1. The slot is released while the run only waits for its user: then no endpoint is busy with it.
 * 2. Once the user has answered, the run waits for a slot again before it continues. That counts as waiting, not as
 *    work.
 * 3. No model is called without the slot, whatever else runs in parallel.
 */
export function withSlot(ports: AgentPorts, turn: ExecutionSlot): AgentPorts {
  let busy = 0
  let asking = 0

  async function working<T>(work: () => Promise<T>): Promise<T> {
    busy += 1
    try {
      return await work()
    } finally {
      busy -= 1
      look()
    }
  }

  /** Within a call: the call is not working while it waits for the user. */
  async function pausing<T>(ask: () => Promise<T>): Promise<T> {
    busy -= 1
    look()
    try {
      return await ask()
    } finally {
      busy += 1
    }
  }

  async function askingFor<T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T> {
    asking += 1
    look()
    try {
      const answer = await ask()
      await turn.take(signal)
      return answer
    } finally {
      asking -= 1
    }
  }

  // Between two steps nothing is working either, but only for a moment.
  function look(): void {
    if (busy > 0 || asking === 0) return
    setImmediate(() => {
      if (busy === 0 && asking > 0) turn.giveBack()
    })
  }

  const toolsIn = (tools: ToolPort): ToolPort => ({
    ...tools,
    run: (call, context) => {
      const paused: ToolContext = {
        ...context,
        // A run may be paused before a hook: only the hook itself is work.
        hook: (ask, run) => pausing(() => context.hook(ask, () => working(run))),
        approve: (ask) => pausing(() => context.approve(ask)),
        askUser: (question) => pausing(() => context.askUser(question)),
      }
      return working(() => tools.run(call, paused))
    },
  })
  const agentsIn = (agents: OtherAgentPort): OtherAgentPort => ({
    prompt: (ask, listener, past, signal) => {
      const paused = {
        ...listener,
        approve: (key: string, asked: ApprovalAsk) => pausing(() => listener.approve(key, asked)),
      }
      return working(async () => {
        await turn.take(signal)
        return agents.prompt(ask, paused, past, signal)
      })
    },
  })
  const workspaceIn = (workspace: WorkspacePort): WorkspacePort => ({
    snapshot: (label) => working(() => workspace.snapshot(label)),
    restore: (snapshot) => working(() => workspace.restore(snapshot)),
    changes: (before, after) => working(() => workspace.changes(before, after)),
    check: (command, signal) => working(() => workspace.check(command, signal)),
    copies: copiesIn(workspace.copies),
  })
  const copyIn = (copy: Copy): Copy => ({
    tools: toolsIn(copy.tools),
    workspace: workspaceIn(copy.workspace),
    remove: () => working(copy.remove),
    ...(copy.agents && { agents: agentsIn(copy.agents) }),
  })
  const copiesIn = (copies: CopyPort): CopyPort => ({
    open: (name, from) => working(async () => copyIn(await copies.open(name, from))),
    reopen: async (name) => {
      const copy = await working(() => copies.reopen(name))
      return copy === null ? null : copyIn(copy)
    },
  })

  const { debug } = ports
  return {
    ...ports,
    tools: toolsIn(ports.tools),
    ...(ports.agents && { agents: agentsIn(ports.agents) }),
    workspace: workspaceIn(ports.workspace),
    user: {
      approve: (path, ask, signal) => askingFor(() => ports.user.approve(path, ask, signal), signal),
      ask: (path, question, signal) => askingFor(() => ports.user.ask(path, question, signal), signal),
      hasQueued: () => ports.user.hasQueued(),
      takeQueued: () => ports.user.takeQueued(),
    },
    ...(debug && {
      debug: {
        ...debug,
        pause: (path, shown, signal) => askingFor(() => debug.pause(path, shown, signal), signal),
      },
    }),
    model: {
      ...ports.model,
      call: (bound, request, handler, signal) =>
        working(async () => {
          await turn.take(signal)
          return ports.model.call(bound, request, handler, signal)
        }),
    },
  }
}

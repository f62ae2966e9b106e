import { FailureError } from '../../../src-shared/base/failure.ts'
import type { ToolInfo } from '../../../src-shared/model/tool.ts'
import { noTotals } from '../../../src-shared/run/event.ts'
import type { Meter } from '../budgets.ts'
import { sha256 } from '../fingerprint.ts'
import type { AgentPorts, Copy, CopyPort, ToolPort, WorkspacePort } from '../ports.ts'

/**
 * Ports that refuse to act: no network, no tool, no file, no question, no write. Ports that only return names
 * work; the copy of an interrupted phase exists, and everything in it refuses too.
 *
 * @param bodies takes up what would be written
 */
export function idlePorts(tools: readonly ToolInfo[], bodies: Map<string, string>): AgentPorts {
  const idleTools: ToolPort = {
    effectOf: (name) => tools.find((tool) => tool.name === name)?.effect ?? 'command',
    run: refuse,
  }
  const copy = (): Copy => ({ tools: idleTools, workspace, remove: async () => {} })
  const copies: CopyPort = { open: refuse, reopen: async () => copy() }
  const workspace: WorkspacePort = { snapshot: refuse, restore: refuse, changes: refuse, check: refuse, copies }
  return {
    tools: idleTools,
    workspace,
    model: { api: () => 'chat-completions', parameters: () => ({}), call: refuse },
    user: { approve: refuse, ask: refuse, hasQueued: () => true, takeQueued: refuseNow },
    clock: { now: () => 0, elapsed: () => 0 },
    log: {
      append: refuseNow,
      commit: refuseNow,
      live: refuseNow,
      size: () => 0,
      putBody: (text) => {
        const ref = sha256(text)
        bodies.set(ref, text)
        return ref
      },
      readBody: refuseNow,
      events: refuseNow,
    },
  }
}

/** A replay spends nothing, so no limit can be reached. */
export const idleMeter: Meter = {
  totals: noTotals,
  cost: 0,
  count: () => {},
  countUnlogged: () => {},
  refusal: () => null,
  groupRefusal: () => null,
  standing: () => 'within',
  softQuestion: () => null,
  toolRefusal: () => null,
  waitBegan: () => {},
  waitEnded: () => {},
  wallLeft: () => null,
}

function refuseNow(): never {
  throw new FailureError({
    kind: 'internal',
    message: 'A replay tried to act.',
    advice: 'Nothing was done. Please report this: a replay must take everything from the log.',
  })
}
const refuse = async (): Promise<never> => refuseNow()

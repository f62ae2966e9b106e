import { FailureError } from '../../../src-shared/base/failure.ts'
import { json } from '../../../src-shared/base/json.ts'
import { type AgentAnswer, agentAnswer, agentPath, agentUpdateEnd } from '../../../src-shared/run/agent-update.ts'
import type { Leaf } from '../../strategy/steps.ts'
import { fingerprintOf } from '../fingerprint.ts'
import { asStored } from '../plain-json.ts'
import type { PastPrompt } from '../ports.ts'
import type { RunContext } from '../run-context.ts'
import { insideAgent } from './inside-agent.ts'
import type { LeafWork } from './leaf-work.ts'

/**
 * A prompt to another agent.
 *
 * 1. It counts as begun before the agent is started: after a crash it is not simply sent again. Its session is continued
 *    if the agent can do that; else the step fails, and says that the outcome is unknown.
 * 2. What the agent does is logged under this step (inside-agent.ts).
 * 3. A limit of the run that one of its tool calls reaches ends the prompt.
 */
export function promptAgentWork(step: Leaf<'prompt-agent'>, path: string, context: RunContext): LeafWork {
  const { ports, log, halts, meter } = context
  const { kind, ...ask } = step
  const fingerprint = fingerprintOf(kind, ask)
  const over = new AbortController()
  const inside = insideAgent(path, context, () => {
    const refusal = meter.refusal('run-tool')
    if (refusal !== null) over.abort(new FailureError(refusal.failure))
  })
  const answer = async (past: PastPrompt | null): Promise<AgentAnswer> => {
    if (ports.agents === undefined) throw new FailureError(noAgents)
    log.emit({ type: 'tool-begin', path })
    log.commit()
    const signal = AbortSignal.any([halts.signal, over.signal])
    try {
      const { messages, ...turn } = await ports.agents.prompt(ask, inside.listener, past, signal)
      const { text, toolCalls } = inside.end(null, messages)
      return { text, toolCalls, ...turn }
    } catch (thrown) {
      // However it ends when it is stopped, it was stopped.
      if (halts.signal.aborted) halts.check()
      throw over.signal.aborted ? over.signal.reason : thrown
    }
  }
  return {
    fingerprint,
    quiet: false,
    start: (again) => ({
      type: 'step-start',
      path,
      print: fingerprint,
      again,
      step: kind,
      ask: asStored(json, ask, 'The prompt'),
    }),
    perform: async (past) => {
      const began = ports.clock.elapsed()
      const value = asStored(agentAnswer, await answer(past?.started ? lastPrompt(path, context) : null), kind)
      const outcome = { ok: true, value } as const
      return {
        outcome,
        end: { type: 'step-end', path, step: kind, outcome, durationMs: ports.clock.elapsed() - began },
      }
    },
    failed: (failure, durationMs) => {
      inside.end(failure, null)
      return { type: 'step-end', path, step: kind, outcome: { ok: false, failure }, durationMs }
    },
  }
}

/** An earlier attempt, from the log: its session, and the files from before the first attempt. */
function lastPrompt(path: string, { journal }: RunContext): PastPrompt {
  let past: PastPrompt = { session: null, before: null }
  for (let count = 0; ; count++) {
    const entry = journal.get(agentPath(path, count))
    if (entry === undefined) return past
    const end = entry.outcome?.ok ? agentUpdateEnd.safeParse(entry.outcome.value) : null
    if (end?.success && end.data !== null && 'session' in end.data)
      past = { session: end.data.session, before: past.before ?? end.data.before ?? null }
  }
}

const noAgents = {
  kind: 'invalid-request',
  message: 'Other agents can’t be used here.',
  advice: 'Choose a strategy that works with models.',
} as const

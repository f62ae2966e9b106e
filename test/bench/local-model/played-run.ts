import { ask } from '../../../src-main/host/api/host-client.ts'
import type { Host } from '../../../src-main/host/host.ts'
import { parseReact } from '../../../src-main/strategy/text-calls/parse-text-call.ts'
import { segmentsOf } from '../../../src-main/strategy/text-calls/text-call-lines.ts'
import type { ToolInfo } from '../../../src-shared/model/tool.ts'
import type { Run } from '../../../src-shared/run/conversation.ts'
import type { StoredEvent } from '../../../src-shared/run/event.ts'
import { ranCalls, runFaults, whyMalformed } from '../../kit/run/run-faults.ts'

/** A run that has not ended after this long hangs, ms: more than its own limit of time and one model call. */
const hangsAfter = 300_000

export interface Played {
  readonly run: Run
  readonly hung: boolean
  /** Calls of tools that work on the project, or in text that can't be read as a call of any. */
  readonly calls: number
  /** Those of them that must not run. */
  readonly malformed: number
  /** Those of them that ran. */
  readonly ran: number
  readonly faults: readonly string[]
}

/** Waits for a run's end, and reads its log. @param offered the work tools of the project */
export async function playedRun(
  host: Host,
  runId: string,
  { offered, inText }: { readonly offered: readonly ToolInfo[]; readonly inText: boolean },
): Promise<Played> {
  const run = await within(host.runs.untilEnded(runId), hangsAfter)
  if (run === null) await ask(host, 'run-stop', { runId })
  const ended = run ?? (await host.runs.untilEnded(runId))
  const events = eventsOf(host, runId)
  const calls = events.flatMap((event) => (event.type === 'tool-start' && event.effect !== 'own' ? [event.call] : []))
  const unreadable = inText ? events.filter(isUnreadableCall).length : 0
  return {
    run: ended,
    hung: run === null,
    calls: calls.length + unreadable,
    malformed: calls.filter((call) => whyMalformed(call, offered) !== null).length + unreadable,
    ran: ranCalls(events).length,
    faults: [...runFaults(events, offered), ...(run === null ? ['it hung'] : [])].map((fault) => `${runId}: ${fault}`),
  }
}

/** Whether a model's answer names an action, but in no form that is a call. */
function isUnreadableCall(event: StoredEvent): boolean {
  if (event.type !== 'model-end' || !event.outcome.ok) return false
  const { text } = event.outcome.value.message
  return segmentsOf(text).some(({ label }) => label === 'action') && parseReact(text).kind === 'malformed'
}

function eventsOf(host: Host, runId: string): readonly StoredEvent[] {
  const events: StoredEvent[] = []
  const undo = host.follow({ kind: 'run', runId, afterSeq: -1 }, (message) => {
    if (message.topic !== 'run') return
    for (const item of message.items) if (item.kind === 'event') events.push(item.event)
  })
  undo()
  return events
}

async function within<T>(work: Promise<T>, ms: number): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

import { formatDuration } from '../../../src-shared/base/format.ts'
import type { StoredEvent } from '../../../src-shared/run/event.ts'
import { choiceLabel } from '../../../src-shared/strategy/strategy-info.ts'
import { ask } from '../../host/api/host-client.ts'
import type { Host } from '../../host/host.ts'
import { jsonLines } from '../json-lines.ts'
import type { Terminal } from '../terminal.ts'
import { exitCodes } from '../watch-run.ts'
import { runNamed } from './run-named.ts'

/** `agent inspect`: the journal of a run as a tree of its steps. @returns the exit code */
export async function inspectCommand(
  host: Host,
  { run: named, json }: { readonly run: string; readonly json: boolean },
  terminal: Terminal,
): Promise<number> {
  const run = runNamed(host, named)
  const events: StoredEvent[] = []
  for (;;) {
    const page = await ask(host, 'run-events', { runId: run.id, afterSeq: events.at(-1)?.seq ?? -1 })
    events.push(...page.events)
    if (!page.more) break
  }
  if (json) jsonLines(terminal, journalEntries(events))
  else terminal.out(`${journalTree(events).join('\n')}\n`)
  return exitCodes.completed
}

interface Entry {
  readonly path: string
  readonly title: string
  /** ms since the run began; of the latest start. */
  readonly startMs: number
  readonly starts: number
  /** How it ended, in words. */
  readonly end: string
}

/**
 * One line a step, below the group that it stands in: its path, what it is, how it ended, its fingerprint. Steps stand
 * in the order in which they started.
 */
export const journalTree = (events: readonly StoredEvent[]): readonly string[] => journalEntries(events).map(lineOf)

function journalEntries(events: readonly StoredEvent[]): readonly Entry[] {
  const entries = new Map<string, Entry>()
  for (const event of events) {
    if (!('path' in event)) continue
    const { path, ms } = event
    const before = entries.get(path)
    if (event.type.endsWith('-start')) {
      entries.set(path, {
        path,
        title: titleOf(event),
        startMs: ms,
        starts: (before?.starts ?? 0) + 1,
        end: 'not ended',
      })
    } else if (event.type.endsWith('-end') && before !== undefined) {
      entries.set(path, { ...before, end: `${endOf(event)} after ${formatDuration(ms - before.startMs)}` })
    }
  }
  return [...entries.values()]
}

function lineOf({ path, title, starts, end }: Entry): string {
  const depth = path.split(/[./]/).length - 1
  const again = starts > 1 ? `, started ${starts} times` : ''
  return `${'  '.repeat(depth)}${path}  ${title}: ${end}${again}`
}

function titleOf(event: StoredEvent): string {
  // A fingerprint begins with the kind of the step, which the title says already.
  const print = 'print' in event ? ` #${event.print.slice(event.print.indexOf(':') + 1).slice(0, 8)}` : ''
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- no other event starts a step
  switch (event.type) {
    case 'model-start':
      return `model ${event.role}, ${event.bound.model}${print}`
    case 'tool-start':
      return `tool ${event.call.tool}${print}`
    case 'step-start':
      return `${event.step}${print}`
    case 'phase-start':
      return `phase ${event.title}`
    case 'branches-start':
      return `${event.count} branches`
    case 'child-start':
      return `child ${choiceLabel(event.strategy)}`
    default:
      return event.type
  }
}

function endOf(event: StoredEvent): string {
  if ('outcome' in event) return event.outcome.ok ? 'ok' : event.outcome.failure.message
  return 'failure' in event && event.failure !== null ? event.failure.message : 'ok'
}

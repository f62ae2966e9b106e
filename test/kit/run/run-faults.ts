import { z } from 'zod'
import type { ToolCall } from '../../../src-shared/model/message.ts'
import type { ToolInfo } from '../../../src-shared/model/tool.ts'
import type { RunEvent, StoredEvent } from '../../../src-shared/run/event.ts'

/**
 * What must hold of the log of any run that has ended, whatever its model answered. Each fault is a sentence.
 *
 * 1. One end, and last; every step that began has one end.
 * 2. No tool was run by a call that is incomplete or whose arguments don't fit its schema, or that was not offered.
 * 3. Nothing in the app broke.
 *
 * @param offered the work tools of the run
 */
export function runFaults(events: readonly StoredEvent[], offered: readonly ToolInfo[]): readonly string[] {
  const known = events.filter((event): event is RunEvent => event.type !== 'unknown')
  return [...endFaults(known), ...openSteps(known), ...callFaults(known, offered), ...brokenParts(known)]
}

function endFaults(events: readonly RunEvent[]): readonly string[] {
  const ends = events.filter(({ type }) => type === 'run-end').length
  const last = events.at(-1)?.type
  return [
    ...(ends === 1 ? [] : [`the run has ${ends} ends`]),
    ...(ends > 0 && last !== 'run-end' ? [`the run's end is followed by ${last}`] : []),
  ]
}

/** Steps whose starts and ends don't match; a step that is started again after a resume has one end. */
function openSteps(events: readonly RunEvent[]): readonly string[] {
  const open = new Map<string, number>()
  for (const event of events) {
    if (!('path' in event)) continue
    const [, kind, edge] = /^(.+)-(start|end)$/.exec(event.type) ?? []
    if (kind === undefined) continue
    const key = `${kind} ${event.path}`
    const before = open.get(key) ?? 0
    const again = 'again' in event && event.again
    open.set(key, edge === 'end' ? before - 1 : again ? 1 : before + 1)
  }
  return [...open].filter(([, count]) => count !== 0).map(([step]) => `${step} does not have one start and one end`)
}

function callFaults(events: readonly RunEvent[], offered: readonly ToolInfo[]): readonly string[] {
  return ranCalls(events).flatMap((call) => {
    const why = whyMalformed(call, offered)
    return why === null ? [] : [`${call.tool} was run by a call ${why}: ${call.arguments.slice(0, 100)}`]
  })
}

/** The calls of work tools that ran: whose effect began, or that gave a result. */
export function ranCalls(events: readonly StoredEvent[]): readonly ToolCall[] {
  const begun = new Set<string>()
  const calls = new Map<string, ToolCall>()
  for (const event of events) {
    if (event.type === 'tool-start' && event.effect !== 'own') calls.set(event.path, event.call)
    if (event.type === 'tool-begin') begun.add(event.path)
    if (event.type === 'tool-end' && event.outcome.ok && event.outcome.value.ok) begun.add(event.path)
  }
  return [...calls].filter(([path]) => begun.has(path)).map(([, call]) => call)
}

/** Why a call must not run; null if it may. A field that is null counts as left out. */
export function whyMalformed(call: ToolCall, offered: readonly ToolInfo[]): string | null {
  if (!call.complete) return 'that was cut off'
  const tool = offered.find(({ name }) => name === call.tool)
  if (tool === undefined) return 'of a tool that was not offered'
  const values = jsonObjectIn(call.arguments)
  if (values === null) return 'whose arguments are no JSON object'
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null))
  return z.fromJSONSchema(tool.parameters).safeParse(given).success ? null : 'whose arguments do not fit'
}

function jsonObjectIn(text: string): object | null {
  if (text.trim() === '') return {}
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null
  } catch {
    return null
  }
}

const broken: readonly string[] = [
  'internal',
  'strategy-broke',
  'strategy-changed',
  'store-failed',
  'damaged',
  'invalid-request',
]

function brokenParts(events: readonly RunEvent[]): readonly string[] {
  return events.flatMap((event) => {
    const failure = failureOf(event)
    return failure !== null && broken.includes(failure.kind)
      ? [`${event.type}: ${failure.message} ${failure.detail ?? ''}`]
      : []
  })
}

function failureOf(event: RunEvent) {
  if ('failure' in event) return event.failure
  return 'outcome' in event && !event.outcome.ok ? event.outcome.failure : null
}

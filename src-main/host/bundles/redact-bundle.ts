import { hash } from 'node:crypto'
import type { StoredEvent } from '../../../src-shared/run/event.ts'
import { renameLink } from '../../agent/messages/message-list.ts'
import { refingerprint } from '../../agent/replay/refingerprint.ts'
import { versionOf } from '../../isolate/read-strategy.ts'
import type { HostContext } from '../host-context.ts'
import { rebuildForReplay, withSources } from '../runs/rebuild-strategy.ts'
import type { Redactor } from '../settings/redact-secrets.ts'
import type { Collected } from './collect-bundle.ts'
import type { CollectedRun } from './collected-run.ts'
import { eventLabel, refPlaces } from './event-label.ts'
import { eventOfText } from './event-of-text.ts'

/**
 * Removes secrets from everything in a bundle, so that it stays consistent.
 *
 * 1. All texts are scanned first: what is a secret in one place is removed everywhere, so that what a
 *    strategy made from a text is what it would make from the redacted one.
 * 2. Bodies are named by their hash: they get new names, and the events and list links that refer to them are updated.
 * 3. Fingerprints of steps are recomputed if texts changed (replay/refingerprint.ts), so that the redacted log replays
 *    like the original.
 * 4. A strategy's source is a text like others. The log refers to it by its hash, which is updated.
 */
export async function redactBundle(
  parts: Pick<HostContext, 'store' | 'strategies'>,
  bundle: Collected,
  redactor: Redactor,
): Promise<Collected> {
  learnAll(bundle, redactor)
  const readGiven = (ref: string) => bundle.bodies.get(ref) ?? null
  const places = refPlaces(
    bundle.runs.flatMap(({ texts }) => texts.map(eventOfText)),
    readGiven,
  )
  const renamed = new Map<string, string>()
  const bodies = new Map<string, string | null>()
  for (const [ref, text] of bundle.bodies) {
    const clean = text === null ? null : cleanBody(ref, text)
    const named = clean === null || clean === text ? ref : hash('sha256', clean)
    if (named !== ref) renamed.set(ref, named)
    bodies.set(named, clean)
  }
  /** A list's link contains no text: it refers to messages, and to the previous link. */
  function cleanBody(ref: string, text: string): string {
    if (!bundle.links.has(ref)) return redactJson(text, redactor, places.get(ref) ?? 'a text')
    return renameLink(text, (each) => renamed.get(each) ?? each)
  }
  const readBody = (ref: string): string => {
    const text = bodies.get(ref)
    if (text === undefined || text === null) throw new Error(`the bundle has no body ${ref}`)
    return text
  }
  const sources = cleanSources(bundle, redactor)
  const runs: CollectedRun[] = []
  for (const each of bundle.runs) runs.push(await redactRun(parts, each, { redactor, renamed, readBody, sources }))
  return {
    ...bundle,
    title: redactor.text(bundle.title, 'the title'),
    turns: bundle.turns.map((turn, at) => ({
      ...turn,
      message: redactor.text(turn.message, `message ${at + 1}`),
      ...(turn.mark && { mark: redactor.deep(turn.mark, `the name of branch ${at + 1}`) }),
    })),
    runs,
    bodies,
    links: new Set([...bundle.links].map((ref) => renamed.get(ref) ?? ref)),
  }
}

function learnAll({ title, turns, runs, bodies }: Collected, redactor: Redactor): void {
  redactor.learn(title)
  for (const { message, mark } of turns) {
    redactor.learn(message)
    redactor.learn(mark?.name ?? '')
  }
  for (const text of bodies.values()) if (text !== null) learnJson(text, redactor)
  for (const { texts, sources, files } of runs) {
    for (const { text } of sources) redactor.learn(text)
    for (const text of texts) learnJson(text, redactor)
    for (const { changes } of files) for (const { path, patch } of changes.files) redactor.learn(`${path}\n${patch}`)
  }
}

/** The redacted sources of strategies, by the original ones. */
function cleanSources({ runs }: Collected, redactor: Redactor): ReadonlyMap<string, string> {
  const clean = new Map<string, string>()
  for (const { name, text } of runs.flatMap(({ sources }) => sources))
    if (!clean.has(text)) clean.set(text, redactor.text(text, `the strategy ${name}`))
  return clean
}

interface Means {
  readonly redactor: Redactor
  readonly renamed: ReadonlyMap<string, string>
  readonly readBody: (ref: string) => string
  readonly sources: ReadonlyMap<string, string>
}

async function redactRun(
  parts: Pick<HostContext, 'store' | 'strategies'>,
  run: CollectedRun,
  means: Means,
): Promise<CollectedRun> {
  const { redactor } = means
  const sources = run.sources.map(({ name, text }) => ({ name, text: means.sources.get(text) ?? text }))
  const redacted = run.texts.map((text, at) => redactEvent(at === 0 ? renameSources(text, run, means) : text, means))
  const changed = redacted.some((text, at) => text !== run.texts[at])
  return {
    run: redactor.deep(run.run, `run ${run.run.id}`),
    damaged: run.damaged,
    texts: changed ? await printedAnew(parts, { ...run, sources }, redacted, means) : run.texts,
    sources,
    files: run.files.map(({ before, after, changes }) => ({
      before,
      after,
      changes: {
        ...changes,
        files: changes.files.map((file) => {
          const path = redactor.text(file.path, 'the name of a file')
          return { ...file, path, patch: redactor.text(file.patch, `changes of ${path}`) }
        }),
        notCovered: changes.notCovered.map((path) => redactor.text(path, 'the name of a file')),
      },
    })),
  }
}

/** The first event with the versions of its strategies' redacted sources. */
function renameSources(text: string, { sources }: CollectedRun, means: Means): string {
  const changed = sources.filter((source) => means.sources.get(source.text) !== source.text)
  if (changed.length === 0) return text
  const event = eventOfText(text)
  if (event.type !== 'run-start') return text
  const label = (name: string, source: string) => `${name}@${versionOf(source)}`
  const strategyVersion = changed.reduce(
    (now, { name, text: was }) => now.replaceAll(label(name, was), label(name, means.sources.get(was) ?? was)),
    event.strategyVersion,
  )
  return JSON.stringify({ ...JSON.parse(text), strategyVersion })
}

/** If the strategy is not available, or failed, the fingerprints stay: a replay reports the difference. */
async function printedAnew(
  parts: Pick<HostContext, 'store' | 'strategies'>,
  { run, sources }: CollectedRun,
  texts: readonly string[],
  { readBody }: Means,
): Promise<readonly string[]> {
  const events: StoredEvent[] = texts.map(eventOfText)
  const [start] = events
  if (start?.type !== 'run-start') return texts
  try {
    const order = await (sources.length > 0
      ? withSources(parts, run, start, sources)
      : rebuildForReplay(parts, run, start))
    const refingerprinted = await refingerprint({ events, readBody }, order)
    return texts.map((text, at) => (refingerprinted[at] === events[at] ? text : withPrint(text, refingerprinted[at])))
  } catch {
    return texts
  }
}

function withPrint(text: string, event: StoredEvent | undefined): string {
  return event !== undefined && 'print' in event ? JSON.stringify({ ...JSON.parse(text), print: event.print }) : text
}

function redactEvent(text: string, { redactor, renamed }: Means): string {
  const value = jsonOf(text)
  if (value === undefined) return redactor.text(text, 'a damaged event')
  const clean = redactor.deep(value, eventLabel(eventOfText(text)))
  const named = renamed.size === 0 ? clean : renameAll(clean, renamed)
  const after = JSON.stringify(named)
  // Text that differs only in JSON formatting stays as it was written.
  return after === JSON.stringify(value) ? text : after
}

function renameAll(value: unknown, renamed: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return renamed.get(value) ?? value
  if (Array.isArray(value)) return value.map((each) => renameAll(each, renamed))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, renameAll(each, renamed)]))
}

function redactJson(text: string, redactor: Redactor, location: string): string {
  const value = jsonOf(text)
  if (value === undefined) return redactor.text(text, location)
  const clean = JSON.stringify(redactor.deep(value, location))
  return clean === JSON.stringify(value) ? text : clean
}

function learnJson(text: string, redactor: Redactor): void {
  const value = jsonOf(text)
  if (value === undefined) redactor.learn(text)
  else eachString(value, redactor.learn)
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Field names are strings too. */
function eachString(value: unknown, visit: (text: string) => void): void {
  if (typeof value === 'string') visit(value)
  else if (typeof value === 'object' && value !== null)
    for (const [key, each] of Object.entries(value)) {
      if (!Array.isArray(value)) visit(key)
      eachString(each, visit)
    }
}

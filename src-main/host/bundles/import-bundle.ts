import { hash } from 'node:crypto'
import type { ImportReport } from '../../../src-shared/api/export-requests.ts'
import type { Run } from '../../../src-shared/run/conversation.ts'
import { otherToolName } from '../../../src-shared/strategy/other-tools.ts'
import { versionOf } from '../../isolate/read-strategy.ts'
import { newId } from '../base/ids.ts'
import { found } from '../base/not-found.ts'
import type { HostContext } from '../host-context.ts'
import { importedProject } from '../projects/imported-project.ts'
import { importedApproval, withoutCommands } from '../runs/foreign-runs.ts'
import { strategiesInLabel } from '../runs/strategy-sources.ts'
import { indexMessage, indexRest } from '../search/index-run.ts'
import { badBundle } from './bundle-failure.ts'
import { eventOfText } from './event-of-text.ts'
import { withListPrices } from './price-session.ts'
import { checkLines, type ReadBundle, type ReadRun, readBundle } from './read-bundle.ts'
import { readSession } from './sessions/read-session.ts'
import type { Session } from './sessions/session.ts'
import { leftOutNotes, sessionBundle } from './sessions/session-bundle.ts'

type Parts = Pick<HostContext, 'id' | 'options' | 'clock' | 'store' | 'bus'>

/** Imports a bundle, or a session of another tool, as its content says. @throws FailureError if it is neither */
export async function importFile(
  parts: Parts,
  pieces: readonly Buffer[],
  projectId: string | null,
): Promise<ImportReport> {
  const session = readSession(pieces)
  return session === null ? importBundle(parts, pieces, projectId) : importSession(parts, session, pieces, projectId)
}

/**
 * Imports another tool's session: to be read, played back, searched and exported, and never to be continued.
 * @param pieces all that it was read from
 * @throws FailureError if there is nothing in it
 */
export async function importSession(
  parts: Parts,
  session: Session,
  pieces: readonly Buffer[],
  projectId: string | null,
): Promise<ImportReport> {
  if (session.turns.length === 0) throw badBundle(`it is a session of ${otherToolName(session.tool)} without messages`)
  const bundle = checkLines(sessionBundle(await withListPrices(session), parts.options.version))
  const print = hash('sha256', Buffer.concat(pieces))
  const name = session.id === null ? null : `${session.tool} ${session.id}`
  return storeBundle(parts, bundle, { print, session: name }, projectId, leftOutNotes(session))
}

/**
 * Imports a bundle: all of it, or nothing if anything is wrong with it.
 *
 * 1. Every id is replaced by a new one, so that nothing that exists here is overwritten.
 * 2. The same file is imported into a project once; a second import returns the first result.
 * 3. Nothing in it runs. None of its paths is written to; a strategy in it is stored as text that is not compiled
 *    (imported-strategies.ts); what would run without approval later, when the user continues from it, is removed
 *    (from-elsewhere.ts).
 *
 * @throws FailureError if it is not imported
 */
async function importBundle(parts: Parts, pieces: readonly Buffer[], projectId: string | null): Promise<ImportReport> {
  const print = hash('sha256', Buffer.concat(pieces))
  return storeBundle(parts, await readBundle(pieces), { print, session: null }, projectId, [])
}

/** What tells whether a file was imported before. */
interface Known {
  /** The hash of all that was read. */
  readonly print: string
  /** Names a session of another tool, whatever was added to it since; null if there is no such name. */
  readonly session: string | null
}

/** An earlier state of the same session is replaced, and can be restored like any deleted conversation. */
function storeBundle(
  parts: Parts,
  bundle: ReadBundle,
  { print, session }: Known,
  projectId: string | null,
  notes: readonly string[],
): ImportReport {
  const { store, bus } = parts
  const project = projectId === null ? importedProject(parts) : found(store.projects.get(projectId), 'project')
  const { title, turns, runs } = bundle
  const summary = { projectId: project.id, title, turns: turns.length, runs: runs.length }
  const name = session === null ? print : `${print} ${session}`
  const before = store.imports.find(name, project.id) ?? store.imports.find(print, project.id)
  if (before !== undefined) return { ...summary, conversationId: before, already: true, updated: false, notes: [] }
  const older = session === null ? [] : store.imports.ofSession(session, project.id)
  const conversationId = store.transaction(() => {
    const written = write(parts, bundle, name, project.id)
    for (const id of older) replace(parts, id, written)
    return written
  })
  bus.publish({ kind: 'projects' })
  const conversation = store.conversations.get(conversationId)
  if (conversation !== undefined) bus.publish({ kind: 'conversation', conversation })
  const ofStrategies = strategyNotes(parts, conversationId)
  if (ofStrategies.length > 0) bus.publish({ kind: 'strategies' })
  const report = { ...summary, conversationId, already: false, updated: older.length > 0 }
  return { ...report, notes: [...notes, ...ofStrategies] }
}

/** Pinned or archived stays so. */
function replace({ store, clock }: Pick<HostContext, 'clock' | 'store'>, older: string, newer: string): void {
  store.conversations.mark(newer, store.conversations.get(older)?.mark ?? null)
  store.conversations.setDeleted(older, clock.now())
}

function write(
  parts: Pick<HostContext, 'id' | 'clock' | 'store'>,
  bundle: ReadBundle,
  print: string,
  projectId: string,
): string {
  const { store, clock } = parts
  const conversationId = newId('conv')
  const title = bundle.title.trim().slice(0, 200) || 'Imported conversation'
  store.conversations.create({ id: conversationId, projectId, title, createdAt: bundle.createdAt })
  store.imports.add({ conversationId, bundle: print, importedAt: clock.now() })
  writeInto(parts, bundle, conversationId, projectId)
  return conversationId
}

/**
 * Writes the turns and runs of a bundle into a conversation, by the rules of an import. Call it in a transaction.
 * @returns the new id of each run by its id in the bundle
 */
export function writeInto(
  parts: Pick<HostContext, 'id' | 'store'>,
  bundle: ReadBundle,
  conversationId: string,
  projectId: string,
): ReadonlyMap<string, string> {
  const { store } = parts
  const ids = new Map<string, string>()
  const named = (id: string) => ids.get(id) ?? id
  for (const { id, parentId, message, createdAt, mark } of bundle.turns) {
    ids.set(id, newId('turn'))
    const turnIds = { id: named(id), conversationId, parentId: parentId === null ? null : named(parentId) }
    const turn = { ...turnIds, message, createdAt, ...(mark === null ? {} : { mark }) }
    store.turns.create(turn)
    indexMessage(store, turn, projectId)
  }
  for (const text of bundle.bodies.values()) store.bodies.put(text)
  for (const { run } of bundle.runs) ids.set(run.id, newId('run'))
  for (const each of bundle.runs) {
    writeRun(parts, each, { projectId, conversationId, named })
    keepStrategies(parts, bundle, each, named(each.run.id))
  }
  return new Map(bundle.runs.map(({ run }) => [run.id, named(run.id)]))
}

interface Place {
  readonly projectId: string
  readonly conversationId: string
  readonly named: (id: string) => string
}

/** The states of its files are on the other machine: none can be restored here. */
function writeRun(
  { store, id }: Pick<HostContext, 'id' | 'store'>,
  { run, texts, damaged, files }: ReadRun,
  ids: Place,
): void {
  const { projectId, conversationId, named } = ids
  const { workspaceId: _, forkedFrom, ...rest } = run
  const over = run.status === 'running' || run.status === 'waiting' ? 'interrupted' : run.status
  const made: Run = {
    ...rest,
    id: named(run.id),
    turnId: named(run.turnId),
    conversationId,
    projectId,
    strategy: withoutCommands(run.strategy),
    approval: importedApproval(run.approval),
    imported: true,
    status: over,
    before: null,
    after: null,
    ...(damaged.size > 0 && { damaged: 'log' as const }),
    ...(forkedFrom && { forkedFrom: { ...forkedFrom, runId: named(forkedFrom.runId) } }),
  }
  store.runs.create(made, id)
  store.events.adopt(
    made.id,
    texts.map((text, seq) => (seq === 0 && !damaged.has(0) ? withIds(text, named) : text)),
    damaged,
  )
  store.oldLogs.add(made.id)
  const seen = new Set<string>()
  for (const { before, after, changes } of files) {
    if (seen.has(`${before} ${after}`)) continue
    seen.add(`${before} ${after}`)
    store.imports.keepChanges(made.id, { before, after, changes })
  }
  indexRest(store, made)
}

/** The first event names its run, and the one it was forked from. */
function withIds(text: string, named: (id: string) => string): string {
  const start = JSON.parse(text)
  const from = start.forkedFrom
  const forked = from === undefined ? {} : { forkedFrom: { ...from, runId: named(from.runId) } }
  return JSON.stringify({ ...start, runId: named(start.runId), ...forked })
}

/**
 * Users' strategies in a bundle are untrusted code: they are stored as text, to replay their runs in a separate
 * engine. Older files do not say which run used which, but the logs do.
 */
function keepStrategies(
  { store }: Pick<HostContext, 'store'>,
  bundle: ReadBundle,
  { strategies, texts }: ReadRun,
  runId: string,
): void {
  const start = texts[0] === undefined ? null : eventOfText(texts[0])
  const named = start?.type === 'run-start' ? strategiesInLabel(start.strategyVersion) : []
  for (const { name, text } of bundle.strategies) {
    const is = named.some((each) => each.name === name && each.version === versionOf(text))
    if (!is && !strategies.includes(hash('sha256', text))) continue
    store.runStrategies.keep(runId, { name, ref: store.bodies.put(text), imported: true })
  }
}

function strategyNotes({ store }: Pick<HostContext, 'store'>, conversationId: string): string[] {
  const runs = store.turns.list(conversationId).flatMap((turn) => turn.runs)
  const names = [...new Set(runs.flatMap(({ id }) => store.runStrategies.of(id)).map(({ name }) => name))]
  return names.map(
    (name) =>
      `The source of the strategy ${name} is included. It is code by the author of the file. Its runs can be verified ` +
      'with it, in an isolated engine; you are asked before a run continues with it.',
  )
}

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { taskOf } from '../../../src-main/agent/started-task.ts'
import { rebuildExchange } from '../../../src-main/host/runs/model-exchange.ts'
import type { Store } from '../../../src-main/store/store.ts'
import { emptyRunView, foldItems } from '../../../src-shared/run/view/fold.ts'

const golden = join(import.meta.dirname, '../../golden')

/**
 * A database of schema version 6. It has chat turns, turns with tools, failed turns and reflection, a fork of an edited
 * answer and a fork with another strategy. Its requests list earlier messages one by one.
 */
export function writeGoldenStore(folder: string): string {
  const file = join(folder, 'stratagem.db')
  writeFileSync(file, gunzipSync(readFileSync(join(golden, 'conversation-version-6.db.gz'))))
  return file
}

/** The same conversation as an exported file of format version 1. */
export const goldenBundle = (): Buffer => readFileSync(join(golden, 'conversation-version-1.stratagem'))

/** The content of a store's logs, independent of their format: requests as sent, tasks, and what the window shows. */
export function logContent(store: Store) {
  const readBody = (ref: string) => store.bodies.get(ref) ?? ''
  return store.runs.list(null, 1000).map(({ id }) => {
    const events = store.events.read(id, -1)
    const start = events.find((event) => event.type === 'run-start')
    const calls = events.flatMap((event) => (event.type === 'model-start' ? [event] : []))
    return {
      id,
      task: start?.type === 'run-start' ? JSON.stringify(taskOf(start, readBody)) : null,
      requests: calls.map(({ path, print }) => [path, print, rebuildExchange(events, path, readBody).sent]),
      view: foldItems(
        emptyRunView(),
        events.map((event) => ({ kind: 'event' as const, event })),
      ),
      stamps: events.map(({ seq, at, ms }) => [seq, at, ms]),
    }
  })
}

const textsOf = (store: Store, runId: string): readonly string[] => store.events.texts(runId).map(({ text }) => text)

/** Size of all logs, bytes. */
export const logSize = (store: Store): number =>
  store.runs.list(null, 1000).reduce((sum, { id }) => sum + textsOf(store, id).join('').length, 0)

/** Whether a log has the old form: it lists messages of earlier turns, or holds the setup of its task. */
export const isOldForm = (store: Store, runId: string): boolean =>
  textsOf(store, runId)[0]?.includes('"tools":[') === true

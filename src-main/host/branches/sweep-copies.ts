import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { HostContext } from '../host-context.ts'
import { allCopies, copyNamed, removeFolder } from '../workspaces/copy-folder.ts'

type Parts = Pick<HostContext, 'id' | 'options' | 'store' | 'lease'>

/**
 * Removes unusable copies, for example after a crash: of runs that can't be resumed, and those that
 * no workspace refers to. Never rejects; throws if the store can't be read.
 */
export function sweepCopies(parts: Parts): Promise<unknown> {
  const { store, lease, id } = parts
  const isAlive = (host: string | null) => host === id || lease.alive(host)
  // A copy that a dead host was removing still exists; one that it was making does not.
  for (const copy of store.workspaces.list(null)) {
    if (isAlive(copy.host)) continue
    if (copy.state === 'removing')
      store.workspaces.move(copy.id, 'removing', { state: 'ready', host: null, last: null })
    if (copy.state === 'making') store.workspaces.drop(copy.id)
  }
  const resumable = store.runs.withStatus(['running', 'waiting', 'interrupted']).map(({ run }) => run.id)
  const known = new Set([...resumable, ...store.workspaces.list(null).map((copy) => copy.id)])
  const all = allCopies(parts)
  const entries = existsSync(all) ? readdirSync(all) : []
  const left = entries.filter((entry) => !known.has(copyNamed(entry) ?? ''))
  // A damaged row may be the one that refers to a copy.
  if (left.length > 0 && !(store.allWhole('workspaces') && store.allWhole('runs'))) return Promise.resolve()
  return Promise.all(left.map((entry) => removeFolder(join(all, entry))))
}

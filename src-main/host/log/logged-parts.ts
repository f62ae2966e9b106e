import { join } from 'node:path'
import { failureFrom } from '../../../src-shared/base/failure.ts'
import type { FoundSandbox } from '../../sandbox/sandbox.ts'
import { openStore } from '../../store/open-store.ts'
import type { Store } from '../../store/store.ts'
import type { HostLog } from './host-log.ts'
import { failureFields } from './log-record.ts'

/** Opens the store, and logs that it was updated or could not be opened. @throws FailureError as `openStore` */
export function openLoggedStore(log: HostLog, dataFolder: string): Store {
  try {
    return openStore(join(dataFolder, 'stratagem.db'), (from, to) =>
      log.write({ level: 'info', event: 'migrated', from, to }),
    )
  } catch (thrown) {
    log.write({ level: 'error', event: 'host-failed', ...failureFields(failureFrom(thrown)) })
    throw thrown
  }
}

/** The same search, but logs its result once. */
export function loggedSandbox(log: HostLog, find: () => Promise<FoundSandbox>): () => Promise<FoundSandbox> {
  let isLogged = false
  return async () => {
    const found = await find()
    if (!isLogged) {
      const { sandbox } = found
      const cutsNetwork = sandbox?.cutsNetwork ?? false
      log.write({ level: 'info', event: 'sandbox-found', name: sandbox?.name ?? null, cutsNetwork })
      isLogged = true
    }
    return found
  }
}

import { openStore } from '../../../src-main/store/open-store.ts'

/** Unpacks the events of all logs into rows, for tests that change them there. */
export function unpackLogs(file: string): void {
  const store = openStore(file)
  for (const { id } of store.runs.list(null, 1000)) store.events.rewrite(id, (texts) => texts)
  store.close()
}

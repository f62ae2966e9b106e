import { openStore } from '../../../src-main/store/open-store.ts'

/** Brings the events of all logs back into rows, for tests that change them there. */
export function unpackLogs(file: string): void {
  const store = openStore(file)
  for (const { id } of store.runs.list(null, 1000)) store.events.rewrite(id, (texts) => texts)
  store.close()
}

/**
 * Packs the logs of a database until none is left, or until it kills itself: `PLACE N`, the Nth time that it reaches
 * this point. `packed`: a log is completely written but not committed; `commit`: after the commit.
 */
import { openStore } from '../../../src-main/store/open-store.ts'

const [file = '', point = '', count = '0'] = process.argv.slice(2)
let left = Number(count)
function at(here: string): void {
  if (here !== point || --left > 0) return
  process.kill(process.pid, 'SIGKILL')
}

const store = openStore(file)
for (let runId = store.looseLogs.next(); runId !== undefined; runId = store.looseLogs.next()) {
  const next = runId
  store.transaction(() => {
    store.looseLogs.pack(next)
    at('packed')
  })
  at('commit')
}
store.close()

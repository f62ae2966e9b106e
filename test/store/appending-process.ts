// A process that writes to a store until it is done or killed, and says on its output what is committed.
import { writeSync } from 'node:fs'
import { openStore } from '../../src-main/store/open-store.ts'

const [file = '', runId = '', batches = '0', size = '1'] = process.argv.slice(2)
const store = openStore(file)
const start = store.events.count(runId)
for (let batch = 0; batch < Number(batches); batch++) {
  const from = start + batch * Number(size)
  store.events.append(
    runId,
    Array.from({ length: Number(size) }, (_, index) => {
      const seq = from + index
      return { seq, at: 1000 + seq, ms: seq, type: 'notice', path: String(seq), level: 'info', text: `event ${seq}` }
    }),
  )
  const run = store.runs.get(runId)
  if (run) store.runs.save({ ...run, durationMs: from })
  if (batch % 50 === 49) store.checkpoint()
  writeSync(1, `${from + Number(size)}\n`)
}
store.close()

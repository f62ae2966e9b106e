/**
 * Rewrites old logs of a database until none is left, or until it kills itself: `PLACE N`, the Nth time that it
 * reaches this point. `log`: before a log is written; `body`: within a log, at a body; `event`: a log is written but
 * not committed; `commit`: after the commit; `reclaim`: before the file is made smaller.
 */
import { openHistories } from '../../../src-main/host/opening/histories.ts'
import { shortenNext } from '../../../src-main/host/upkeep/shorten-log.ts'
import { openStore } from '../../../src-main/store/open-store.ts'

const [file = '', point = '', count = '0'] = process.argv.slice(2)
let left = Number(count)
function at(here: string): void {
  if (here !== point || --left > 0) return
  process.kill(process.pid, 'SIGKILL')
}

const real = openStore(file)
const store: typeof real = {
  ...real,
  bodies: {
    ...real.bodies,
    put: (text) => {
      at('body')
      return real.bodies.put(text)
    },
  },
  events: {
    ...real.events,
    rewrite: (runId, rewritten) => {
      at('log')
      const done = real.events.rewrite(runId, rewritten)
      at('event')
      return done
    },
  },
}
const histories = openHistories(store)
while (shortenNext(store, histories)) at('commit')
at('reclaim')
real.reclaim()
real.close()

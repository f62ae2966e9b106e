// A process that restores a snapshot until it is done or killed, and prints what came of it. As root it can become
// another user, once all that it needs is loaded: that user may have no way into the folder that this file lies in.
import { openSnapshots } from '../../src-main/workspace/snapshots/snapshots.ts'

const [store = '', project = '', id = '', user] = process.argv.slice(2)
if (user !== undefined) {
  process.setgroups?.([])
  process.setgid?.(Number(user))
  process.setuid?.(Number(user))
}
const snapshots = openSnapshots({ store, project })
process.stdout.write(JSON.stringify(await snapshots.restore(id)))
snapshots.close()

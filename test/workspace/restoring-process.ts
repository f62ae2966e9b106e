// A process that restores a snapshot until it is done or killed, and prints what came of it.
import { openSnapshots } from '../../src-main/workspace/snapshots.ts'

const [store = '', project = '', id = ''] = process.argv.slice(2)
const snapshots = openSnapshots({ store, project })
process.stdout.write(JSON.stringify(await snapshots.restore(id)))
snapshots.close()

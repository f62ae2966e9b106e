// A process that restores a snapshot until it is done or killed.
import { openSnapshots } from '../../src-main/workspace/snapshots.ts'

const [store = '', project = '', id = ''] = process.argv.slice(2)
await openSnapshots({ store, project }).restore(id)

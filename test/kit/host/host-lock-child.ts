/** Holds the lock of a host until killed. Arguments: the database, the host's id. */
import { openStore } from '../../../src-main/store/open-store.ts'

const [file = '', id = ''] = process.argv.slice(2)
openStore(file).hosts.hold(id)
process.stdout.write('held\n')
setInterval(() => undefined, 1000)

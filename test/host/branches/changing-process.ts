// A process that opens a host and makes one request, `files-restore` or `files-merge`, until it is done or killed.
// Arguments: data folder, method, parameters as JSON.
import { createHost } from '../../../src-main/host/create-host.ts'

const [dataFolder = '', method = '', params = ''] = process.argv.slice(2)
const host = await createHost({
  dataFolder,
  resourcesFolder: '',
  shell: 'browser',
  version: '0.0.0',
  keys: { kind: 'session', reason: 'a test' },
  folderDialog: null,
  openProject: () => null,
  url: 'http://127.0.0.1:1',
})
const reply = await host.handle(method, JSON.parse(params))
process.stdout.write(JSON.stringify(reply))
await host.close()

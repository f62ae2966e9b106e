/** `npm run dev:browser`: the browser shell on seeded data; the window reloads when its sources change. */
import { once } from 'node:events'
import { resolve } from 'node:path'
import { devData } from './dev-data.ts'
import { serveDev } from './serve-dev.ts'

const root = resolve(import.meta.dirname, '../../..')
const { home, project } = await devData(resolve(root, '.dev'), console.log)
const served = await serveDev({
  dataFolder: home,
  openProject: project,
  port: 5273,
  cacheDir: resolve(root, 'node_modules/.cache/vite-dev'),
})
console.log(`Stratagem is at ${served.entry}`)
console.log('A change in src-renderer or src-shared is shown at once. After one in src-main, start this again.')
await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
await served.close()

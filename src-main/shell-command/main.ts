import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isBuilt } from '../host/data-folder/built.ts'
import { keepCompiled } from '../host/data-folder/compile-cache.ts'

/** What the command line is built from (`npm run build`). */
const sources = ['src-main', 'src-shared', 'resources/model-prices.json', 'package.json', 'package-lock.json']
const root = join(import.meta.dirname, '../..')
const file = 'out/main/command.js'

// Before all that is worth keeping is loaded.
keepCompiled()
const { agentCommand } = await load()
process.exitCode = await agentCommand(process.argv.slice(2))

/** As it was built, if nothing has changed since: a few files instead of hundreds, and half the time. */
function load(): Promise<typeof import('./agent-command.ts')> {
  const isFresh = process.env['STRATAGEM_FROM_SOURCE'] === undefined && isBuilt(root, [file], sources)
  const built = pathToFileURL(join(root, file)).href
  return isFresh ? import(built) : import('./agent-command.ts')
}

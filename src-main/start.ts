import { cacheCompiledCode } from './host/data-folder/compile-cache.ts'
import { keepTerminalToOneWriter } from './host/log/one-writer.ts'

// Before all that is worth keeping is loaded.
cacheCompiledCode()
keepTerminalToOneWriter()
const { start } = await import('./start-app.ts')
process.exitCode = await start(process.argv.slice(2))

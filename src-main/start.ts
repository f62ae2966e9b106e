import { cacheCompiledCode } from './host/data-folder/compile-cache.ts'

// Before all that is worth keeping is loaded.
cacheCompiledCode()
const { start } = await import('./start-app.ts')
process.exitCode = await start(process.argv.slice(2))

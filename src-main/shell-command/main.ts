import { cacheCompiledCode } from '../host/data-folder/compile-cache.ts'

// Before all that is worth keeping is loaded.
cacheCompiledCode()
const { agentCommand } = await import('./agent-command.ts')
process.exitCode = await agentCommand(process.argv.slice(2))

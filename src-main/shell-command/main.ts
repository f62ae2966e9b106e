import { keepCompiled } from '../host/data-folder/compile-cache.ts'

// Before all that is worth keeping is loaded.
keepCompiled()
const { agentCommand } = await import('./agent-command.ts')
process.exitCode = await agentCommand(process.argv.slice(2))

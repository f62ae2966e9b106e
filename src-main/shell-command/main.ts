import { cacheCompiledCode } from '../host/data-folder/compile-cache.ts'
import { keepTerminalToOneWriter } from '../host/log/one-writer.ts'

// Before all that is worth keeping is loaded.
cacheCompiledCode()
keepTerminalToOneWriter()
const { agentCommand } = await import('./agent-command.ts')
process.exitCode = await agentCommand(process.argv.slice(2))

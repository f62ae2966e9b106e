import { z } from 'zod'
import { commandsIn } from '../../commands/call-commands.ts'
import { readCommand, readGitCall } from '../../commands/read-command.ts'
import type { CommandReading } from '../../commands/reading.ts'
import type { ToolCall } from '../../model/message.ts'
import { argumentsOf } from '../tool-subject.ts'

const gitArguments = z.object({ args: z.array(z.string()) })

/** What the commands in a call's arguments run and write. */
export function readingsOfCall(call: Pick<ToolCall, 'tool' | 'arguments'>): readonly CommandReading[] {
  const given = argumentsOf(call)
  const git = call.tool === 'git' ? gitArguments.safeParse(given).data : undefined
  if (git !== undefined) return [readGitCall(git.args)]
  return commandsIn(given).map((command) => readCommand(command))
}

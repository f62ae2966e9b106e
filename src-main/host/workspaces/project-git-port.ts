import { onlyReads } from '../../tools/built-in/git-reading.ts'
import type { GitPort } from '../../tools/git-port.ts'
import { runProjectGit } from '../../workspace/git/project-git.ts'
import type { GitReadOptions } from '../../workspace/git/read-git.ts'
import { removeStaleLocks } from '../../workspace/git/stale-locks.ts'

/** Maximum bytes of git's output. */
const maxOutput = 2_000_000

/**
 * Git for the tools, in the user's own repository. The settings that the tool puts before the subcommand are left
 * out: the workspace has its own, which also prevent a reading command from starting programs (T14, T25, T33).
 */
export function projectGit(folder: string, options: GitReadOptions): GitPort {
  return {
    run: async (words, { signal, output, owner }, confine) => {
      const args = fromSubcommand(words)
      const reading = onlyReads(args) ? options : null
      const run = await runProjectGit({ folder, args, reading, signal, limit: maxOutput, confine, owner })
      const text = `${run.output.toString('utf8')}${run.trouble}${run.cut ? '\n(cut off)' : ''}`
      output(text)
      return { exitCode: run.code, output: text }
    },
    removeStaleLocks: (since) => removeStaleLocks(folder, since).catch(() => []),
  }
}

function fromSubcommand(args: readonly string[]): readonly string[] {
  const [first, , ...afterValue] = args
  if (first === '-c') return fromSubcommand(afterValue)
  return first?.startsWith('--no-') === true ? fromSubcommand(args.slice(1)) : args
}

import { ask } from '../host/ask.ts'
import type { Host } from '../host/host.ts'
import { runNamed } from './run-named.ts'
import type { Terminal } from './terminal.ts'
import { watchRun } from './watch-run.ts'

/**
 * `agent resume`: goes on from the last finished step of an interrupted or stopped run, and shows what is new.
 * @returns the exit code
 */
export async function resumeCommand(
  host: Host,
  args: { readonly run: string; readonly json: boolean },
  terminal: Terminal,
): Promise<number> {
  const last = lastSeq(host, runNamed(host, args.run).id)
  const run = await ask(host, 'run-resume', { runId: args.run })
  // A stopped run goes on as a new one, whose log begins with what was done.
  const afterSeq = run.id === args.run ? last : (run.forkedFrom?.copied ?? -1)
  return watchRun(host, { run, afterSeq, json: args.json }, terminal)
}

function lastSeq(host: Host, runId: string): number {
  let last = -1
  const undo = host.follow({ kind: 'run', runId, afterSeq: -1 }, (heard) => {
    if (heard.topic !== 'run') return
    for (const item of heard.items) if (item.kind === 'event') last = item.event.seq
  })
  undo()
  return last
}

import type { ReplayReport } from '../../../src-shared/run/replay.ts'
import { ask } from '../../host/api/host-client.ts'
import type { Host } from '../../host/host.ts'
import { jsonLines } from '../json-lines.ts'
import type { Terminal } from '../terminal.ts'
import { exitCodes } from '../watch-run.ts'
import { runNamed } from './run-named.ts'

/** `agent replay`: executes a run again from its log alone. @returns 0 if it is equal, 1 where not */
export async function replayCommand(
  host: Host,
  { run, verify, json }: { readonly run: string; readonly verify: boolean; readonly json: boolean },
  terminal: Terminal,
): Promise<number> {
  const report = await ask(host, 'run-replay', { runId: runNamed(host, run).id, verify })
  if (json) jsonLines(terminal, [report])
  else terminal.out(`${linesOf(report, verify).join('\n')}\n`)
  return report.divergence === null && report.damage === null ? exitCodes.completed : exitCodes.failed
}

function linesOf({ steps, reached, divergence, versions, damage }: ReplayReport, verify: boolean): string[] {
  const checked = damage ?? (verify ? 'The log is intact.' : null)
  const changed =
    versions.logged === versions.present ? [] : [`The strategy was ${versions.logged} and is ${versions.present} now.`]
  const all = reached === 'outcome' ? 'and the outcome' : 'up to the end of the log'
  const line =
    divergence === null
      ? [`equal: ${steps} steps ${all}`]
      : [
          `diverged at ${divergence.path === '' ? 'its end' : `step ${divergence.path}`}, after ${steps} steps`,
          `  expected: ${divergence.expected}`,
          `  got:      ${divergence.got}`,
        ]
  return [...line, ...changed, ...(checked === null ? [] : [checked])]
}

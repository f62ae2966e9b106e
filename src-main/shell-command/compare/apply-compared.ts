import { formatFiles } from '../../../src-shared/base/format.ts'
import type { Comparison, LaneLabel } from '../../../src-shared/comparison/comparison.ts'
import type { FilesChanged } from '../../../src-shared/workspace/merge.ts'
import { ask } from '../../host/api/host-client.ts'
import type { Host } from '../../host/host.ts'
import type { Apply } from '../arguments/read-compare.ts'
import type { Terminal } from '../terminal.ts'
import { exitCodes } from '../watch-run.ts'

/** The command that applies a lane of a comparison that is over: the better one, if one is. */
export function applyHint(comparison: Comparison): string {
  const best = bestOf(comparison)
  return `agent compare --resume ${comparison.id} --apply ${best === 'tie' ? 'A' : best}`
}

const bestOf = ({ verdicts }: Comparison): LaneLabel | 'tie' => verdicts.at(-1)?.choice ?? 'tie'

/** Brings a lane of a comparison that is over into the project, and says how to undo that. @returns the exit code */
export async function applyCompared(
  host: Host,
  comparison: Comparison,
  wished: Apply,
  terminal: Terminal,
): Promise<number> {
  const lane = wished === 'best' ? bestOf(comparison) : wished
  if (lane === 'tie') {
    terminal.error(`No lane is better, so nothing was applied. To apply one anyway: ${applyHint(comparison)}`)
    return exitCodes.failed
  }
  const request = { comparisonId: comparison.id, lane, ours: null, choices: null }
  const { changed } = await ask(host, 'comparison-apply', request)
  const run = comparison.lanes.find((each) => each.label === lane)?.runId ?? ''
  for (const line of changedLines(lane, changed)) terminal.error(line)
  if (changed.written.length + changed.removed.length > 0)
    terminal.error(`To undo this: agent merge ${run} --undo ${changed.undo}`)
  return changed.kept.length === 0 ? exitCodes.completed : exitCodes.failed
}

function changedLines(lane: LaneLabel, { written, removed, kept, nothing }: FilesChanged): string[] {
  const files = written.length + removed.length
  return [
    files === 0
      ? `No changes of lane ${lane} were applied. ${nothing ?? ''}`.trim()
      : `Applied lane ${lane}: ${formatFiles(files)} changed in the project.`,
    ...kept.map(({ path, why }) => `Not changed: ${path}. ${why}`),
  ]
}

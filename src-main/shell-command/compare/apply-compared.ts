import { formatFiles } from '../../../src-shared/base/format.ts'
import type { Comparison } from '../../../src-shared/comparison/comparison.ts'
import type { LaneLabel } from '../../../src-shared/comparison/lane-label.ts'
import { type KeptLane, keptText } from '../../../src-shared/comparison/lane-ranking.ts'
import { besideText } from '../../../src-shared/workspace/beside.ts'
import type { FilesChanged } from '../../../src-shared/workspace/merge.ts'
import { ask } from '../../host/api/host-client.ts'
import type { Host } from '../../host/host.ts'
import type { Apply } from '../arguments/read-compare.ts'
import type { Terminal } from '../terminal.ts'
import { exitCodes } from '../watch-run.ts'

/** The command that applies a lane of a comparison that is over: the better one, if one is. */
export const applyHint = (comparison: Comparison, lane: KeptLane | null): string =>
  `agent compare --resume ${comparison.id} --apply ${lane?.label ?? 'A'}`

/**
 * Brings a lane of a comparison that is over into the project, and says why it is that lane and how to undo it.
 * @param choice what `best` stands for; null if no lane succeeds
 * @returns the exit code
 */
export async function applyCompared(
  host: Host,
  comparison: Comparison,
  wished: Apply,
  choice: KeptLane | null,
  terminal: Terminal,
): Promise<number> {
  if (wished === 'best' && choice === null) {
    const hint = applyHint(comparison, choice)
    terminal.error(`No lane succeeds, so nothing was applied. To apply one anyway: ${hint}`)
    return exitCodes.failed
  }
  if (wished === 'best' && choice !== null) terminal.error(keptText(choice, comparison.lanes.length))
  const lane = wished === 'best' ? (choice?.label ?? 'A') : wished
  const request = { comparisonId: comparison.id, lane, ours: null, choices: null }
  const { changed } = await ask(host, 'comparison-apply', request)
  const run = comparison.lanes.find((each) => each.label === lane)?.runId ?? ''
  for (const line of changedLines(lane, changed)) terminal.error(line)
  const beside = host.runs.get(run)?.beside ?? []
  if (beside.length > 0) terminal.error(`Not applied, because no snapshot holds it: ${besideText(beside)}.`)
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

import type { MergeFile } from '../../../src-shared/workspace/merge.ts'
import { isAlreadyMerged, withoutConflict } from '../../../src-shared/workspace/merge-choices.ts'
import { ask } from '../../host/api/host-client.ts'
import type { Host } from '../../host/host.ts'
import { flag, onlyOne, parse, text } from '../arguments/argument-parts.ts'
import { readUndo, restoreSnapshotFiles } from '../restore-snapshot-files.ts'
import type { Terminal } from '../terminal.ts'
import { exitCodes } from '../watch-run.ts'
import { runNamed } from './run-named.ts'

export interface MergeArguments {
  readonly command: 'merge'
  readonly run: string
  /** Id of a copy; null: the project's own folder. */
  readonly into: string | null
  readonly dryRun: boolean
  /** Brings this snapshot back there instead. */
  readonly undo: string | null
}

/** @throws UsageError if it can't be understood */
export function readMerge(args: string[]): MergeArguments {
  const { values, positionals } = parse('merge', args, { into: text, 'dry-run': flag, undo: text } as const)
  const run = onlyOne(positionals, 'merge', 'RUN')
  const undo = readUndo(values.undo, 'merge')
  return { command: 'merge', run, into: values.into ?? null, dryRun: values['dry-run'] ?? false, undo }
}

/** `agent merge`: brings what a run changed into the files of another place. @returns the exit code */
export async function mergeCommand(host: Host, args: MergeArguments, terminal: Terminal): Promise<number> {
  const run = runNamed(host, args.run)
  const again = `merge ${run.id}${args.into === null ? '' : ` --into ${args.into}`}`
  const workspace = { projectId: run.projectId, workspaceId: args.into }
  if (args.undo !== null)
    return restoreSnapshotFiles(host, again, { ...workspace, snapshot: args.undo, expect: null }, terminal)
  if (run.before === null || run.after === null) {
    terminal.error('The changes of this run are unknown, because there are no snapshots from before and after it.')
    return exitCodes.failed
  }
  const states = { projectId: run.projectId, base: run.before, theirs: run.after, into: args.into }
  const plan = await ask(host, 'files-merge-plan', states)
  const files = plan.files.filter((file) => !isAlreadyMerged(file))
  for (const file of files) terminal.out(`${wordsFor(file)}\n`)
  if (files.length === 0) terminal.out('All changes of this run are already there.\n')
  const conflicts = files.some((file) => file.state === 'conflict' || file.hunks.some(isConflict))
  const choices = withoutConflict(plan)
  if (args.dryRun || choices.length === 0) return conflicts ? exitCodes.failed : exitCodes.completed
  const { undo, kept, nothing } = await ask(host, 'files-merge', { ...states, ours: plan.ours, choices })
  for (const { path, why } of kept) terminal.error(`${path} was not changed. ${why}`)
  terminal.out(
    nothing === undefined ? `To undo this: agent ${again} --undo ${undo}\n` : `Nothing was written. ${nothing}\n`,
  )
  return conflicts || kept.length > 0 ? exitCodes.failed : exitCodes.completed
}

const isConflict = ({ state }: MergeFile['hunks'][number]) => state === 'conflict'

function wordsFor({ path, kind, state, hunks }: MergeFile): string {
  const left = hunks.filter(isConflict).length
  if (state === 'conflict') return `! ${path}  also changed here: skipped`
  const sign = { added: 'A', changed: 'M', removed: 'D' }[kind]
  if (left > 0) return `! ${path}  ${left} of ${hunks.length} hunks in conflict: skipped`
  return state === 'moved' ? `${sign} ${path}  merged with changes made here` : `${sign} ${path}`
}

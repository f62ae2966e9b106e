import { resolve } from 'node:path'
import type { Leaderboard, LeaderboardEntry } from '../../../src-shared/comparison/leaderboard/leaderboard.ts'
import {
  costPerSuccessText,
  detailsText,
  leaderboardNotes,
  modelsText,
  rangeText,
  rankText,
  successText,
  timePerSuccessText,
  toTopText,
  unrankedText,
} from '../../../src-shared/comparison/leaderboard/leaderboard-text.ts'
import { ask } from '../../host/api/host-client.ts'
import type { Host } from '../../host/host.ts'
import { flag, parse, text } from '../arguments/argument-parts.ts'
import { UsageError } from '../arguments/usage.ts'
import { inColumns } from '../columns.ts'
import { projectIn } from '../project-in.ts'
import type { Terminal } from '../terminal.ts'
import { exitCodes } from '../watch-run.ts'
import { linesNamed, versionLines } from './version-lines.ts'

export interface LeaderboardArguments {
  readonly command: 'leaderboard'
  readonly project: string
  /** Null: tasks that belong to no set. */
  readonly set: string | null
  /** Prints the versions of this strategy, by its name or title, in place of the ranks. */
  readonly versions: string | null
  readonly json: boolean
}

/** @throws UsageError if it can't be understood */
export function readLeaderboard(args: string[], workingFolder: string): LeaderboardArguments {
  const { values, positionals } = parse('leaderboard', args, {
    project: text,
    'task-set': text,
    versions: text,
    json: flag,
  } as const)
  if (positionals.length > 0) throw new UsageError(`Unexpected argument: ${positionals.join(' ')}`, 'leaderboard')
  return {
    command: 'leaderboard',
    project: resolve(workingFolder, values.project ?? '.'),
    set: values['task-set'] ?? null,
    versions: values.versions ?? null,
    json: values.json ?? false,
  }
}

/** `agent leaderboard`: the strategies of all trials, ranked. @returns the exit code */
export async function leaderboardCommand(
  host: Host,
  { project, set, versions, json }: LeaderboardArguments,
  to: Terminal,
): Promise<number> {
  const { id: projectId } = await projectIn(host, project)
  const board = await ask(host, 'leaderboard', { projectId, set })
  if (set !== null && !board.sets.includes(set)) throw noSuchSet(set, board.sets)
  if (versions !== null) {
    const lines = linesNamed(board, versions)
    if (json) to.data(`${JSON.stringify(lines, null, 2)}\n`)
    else to.out(`${lines.map((line) => versionLines(line, board.alpha, to.width).join('\n')).join('\n\n')}\n`)
  } else if (json) to.data(`${JSON.stringify(board, null, 2)}\n`)
  else printBoard(board, to)
  return exitCodes.completed
}

function printBoard(board: Leaderboard, to: Terminal): void {
  if (board.entries.length === 0) {
    const others = board.sets.length === 0 ? '' : ` Task sets: ${board.sets.join(', ')}.`
    to.error(`There are no trials of these tasks yet. agent compare --repeat N runs some.${others}`)
    return
  }
  for (const line of inColumns([headings, ...board.entries.map(rowOf)], to.width)) to.out(`${line}\n`)
  to.out(`\n${leaderboardNotes(board).join('\n')}\n`)
}

const headings = ['rank', 'strategy', 'models', 'success', '95 %', 'to the top', 'cost/success', 'time/success', '']

function rowOf(entry: LeaderboardEntry): string[] {
  const { standing, title, version, models, best } = entry
  const notes = [
    best ? 'BEST HERE' : '',
    standing.kind === 'unranked' ? `not ranked: ${unrankedText(standing.reason)}` : '',
    detailsText(entry),
  ]
  return [
    rankText(entry) || '–',
    version === null ? title : `${title} (${version})`,
    modelsText(models),
    successText(entry),
    rangeText(entry),
    toTopText(entry),
    costPerSuccessText(entry),
    timePerSuccessText(entry),
    notes.filter((each) => each !== '').join(' · '),
  ]
}

function noSuchSet(set: string, sets: readonly string[]): UsageError {
  const known = sets.length === 0 ? 'There is none yet.' : `There are: ${sets.join(', ')}.`
  return new UsageError(`There is no task set ${set} with trials. ${known}`, 'leaderboard')
}

import type { Params, Result } from '../../../src-shared/api/host-api.ts'
import { counted } from '../../../src-shared/base/format.ts'
import { limitTexts } from '../../../src-shared/comparison/limits-text.ts'
import { containerForksText } from '../../../src-shared/comparison/what-if/effect-text.ts'
import { forksEstimate, type StepWithRest, scannedSteps } from '../../../src-shared/comparison/what-if/fork-estimate.ts'
import { type StepChange, stepChange } from '../../../src-shared/comparison/what-if/step-change.ts'
import type { Run } from '../../../src-shared/run/conversation.ts'
import { pickLabel } from '../../../src-shared/strategy/strategy-pick.ts'
import { ask } from '../../host/api/host-client.ts'
import type { Host } from '../../host/host.ts'
import { asUsageError } from '../arguments/as-usage-error.ts'
import type { CommandModels } from '../arguments/command-profiles.ts'
import { pickByName } from '../arguments/pick-by-name.ts'
import { changedLimits } from '../arguments/read-batch-limits.ts'
import type { WhatIfArguments } from '../arguments/read-what-if.ts'
import { UsageError } from '../arguments/usage.ts'
import { inColumns } from '../columns.ts'
import { runNamed } from '../commands/run-named.ts'
import { printNotices } from '../print-notices.ts'
import type { Terminal } from '../terminal.ts'
import { exitCodes } from '../watch-run.ts'
import { conclude } from './compare-trials.ts'
import { knownForLanes } from './swept-lanes.ts'

/** `agent what-if`: a run continued many times from a step, as it was and changed. @returns the exit code */
export async function whatIfCommand(
  host: Host,
  args: WhatIfArguments,
  ids: CommandModels['roles'],
  terminal: Terminal,
): Promise<number> {
  const run = runNamed(host, args.run)
  const known = await ask(host, 'what-if-steps', { runId: run.id })
  if (args.at === null) return listSteps(known, terminal)
  return printNotices(host, terminal, () => asUsageError(() => start(host, args, ids, run, known, terminal)))
}

type Known = Result<'what-if-steps'>

async function start(
  host: Host,
  args: WhatIfArguments,
  ids: CommandModels['roles'],
  run: Run,
  { steps, inContainer }: Pick<Known, 'steps' | 'inContainer'>,
  terminal: Terminal,
): Promise<number> {
  const { at, parallel, seed, approval, check, json, maxTrials } = args
  const { confines, words } = await ask(host, 'command-means', {})
  if (!confines) terminal.error(words)
  if (inContainer) terminal.error(containerForksText)
  const limits = changedLimits(undefined, args.limits)
  const repeats = args.repeats ?? (at === 'all' ? 5 : 10)
  const shared = {
    runId: run.id,
    repeats,
    parallel,
    seed,
    approval,
    ...(check !== null && { check }),
    ...(limits && { limits }),
  }
  const changes = at === 'all' ? [] : await changesOf(host, args, ids, run)
  const path = at === 'all' ? '' : pathOf(at, steps)
  const lanes =
    at === 'all'
      ? scannedSteps(steps, repeats, maxTrials ?? usualTrials)
      : [null, ...changes].flatMap(() => steps.find((step) => step.path === path) ?? [])
  const estimate = forksEstimate(
    lanes.map(({ rest }) => rest),
    repeats,
  )
  if (args.dryRun) {
    terminal.out(`${[estimate, ...(limits ? limitTexts(limits) : []), 'Nothing was started.'].join('\n')}\n`)
    return exitCodes.completed
  }
  if (lanes.length > 0) terminal.progress(estimate)
  const batch =
    at === 'all'
      ? await ask(host, 'what-if-scan', { ...shared, maxTrials: maxTrials ?? usualTrials })
      : await ask(host, 'what-if-start', { ...shared, path, changes })
  return await conclude(host, batch, { report: null, all: false }, json, terminal)
}

/** Of a scan, at most. */
const usualTrials = 200

function pathOf(at: Exclude<WhatIfArguments['at'], 'all'>, steps: readonly StepWithRest[]): string {
  if (at !== null && 'path' in at) return at.path
  const step = steps[(at?.step ?? 0) - 1]
  if (step === undefined)
    throw new UsageError(`The run has ${counted(steps.length, 'step')} to continue from.`, 'what-if')
  return step.path
}

/** What a command line names of models is one change, every other option one of its own. */
async function changesOf(
  host: Host,
  args: WhatIfArguments,
  ids: CommandModels['roles'],
  { projectId }: Run,
): Promise<Params<'what-if-start'>['changes']> {
  const changes: StepChange[] = []
  const add = (change: Partial<StepChange>) => changes.push(stepChange.parse(change))
  if (args.strategy !== null) {
    const { strategy, roles } = await pickByName(host, { ...args, model: null }, {}, projectId)
    const { presets, strategies } = await knownForLanes(host, projectId)
    add({ strategy, roles, ...(strategy !== null && { name: pickLabel(strategy, presets, strategies).slice(0, 80) }) })
  }
  const roles = Object.fromEntries(Object.entries(ids).filter(([role]) => role !== 'default' || args.model !== null))
  const named = [
    ...(args.model === null ? [] : [args.model]),
    ...Object.entries(args.roles).map((each) => each.join(' ')),
  ]
  if (named.length > 0) add({ roles, name: named.join(', ').slice(0, 80) })
  for (const [name, text] of args.prompts) add({ prompts: { [name]: text } })
  if (args.message !== null) add({ message: args.message })
  for (const answer of args.answers) add({ answer })
  return changes
}

/** @returns the exit code */
function listSteps({ steps, check }: Pick<Known, 'steps' | 'check'>, terminal: Terminal): number {
  const rows = steps.map(({ path, kind, name }, at) => [`${at + 1}`, `${kind} ${name}`.trim(), path])
  const success = check === null ? 'a run that completes is a success' : `success is ${check.command}`
  terminal.out(`${[...inColumns(rows, terminal.width), '', `Without --check, ${success}.`].join('\n')}\n`)
  return exitCodes.completed
}

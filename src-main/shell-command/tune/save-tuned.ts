import type { StrategyInfo } from '../../../src-shared/strategy/strategy-info.ts'
import { strategyTitle } from '../../../src-shared/strategy/strategy-title.ts'
import { choiceChanges } from '../../../src-shared/tuning/choice-changes.ts'
import { type Candidate, chosenFinding, type Tuning } from '../../../src-shared/tuning/tuning.ts'
import { ask } from '../../host/api/host-client.ts'
import { changedLines } from '../../host/base/changed-lines.ts'
import { found } from '../../host/base/not-found.ts'
import type { Host } from '../../host/host.ts'
import { askYesNo } from '../ask-yes-no.ts'
import type { Terminal } from '../terminal.ts'
import type { TunedPreset } from './read-tune.ts'

/**
 * Saves an improvement as a preset, and nothing else. All that it changes is printed first; a person at the terminal is
 * asked, without one the option alone decides.
 */
export async function saveTuned(
  host: Host,
  tuning: Tuning,
  { name, isSure }: TunedPreset,
  terminal: Pick<Terminal, 'error' | 'ask' | 'unread'>,
): Promise<void> {
  const chosen = chosenFinding(tuning)
  if (chosen?.verdict !== 'improvement') return terminal.error(`Not saved as ${name}: no improvement was shown.`)
  const candidate = found(
    tuning.candidates.find(({ id }) => id === chosen.candidate),
    'candidate',
  )
  const infos = await ask(host, 'strategies-list', { projectId: tuning.projectId })
  for (const line of changeLines(tuning, candidate, infos)) terminal.error(line)
  const { ask: askPerson, unread } = terminal
  if (!isSure && askPerson !== null) {
    if (!(await askYesNo(`Save this as the preset ${name}?`, (text) => askPerson(text, unread))))
      return terminal.error(`Not saved. To save it later: agent tune --resume ${tuning.id} --save "${name}"`)
  }
  await ask(host, 'tuning-save', { tuningId: tuning.id, candidate: chosen.candidate, name, source: 'user' })
  terminal.error(`Saved as the preset ${name}, with its evidence.`)
}

/** All that a candidate changes: each option with both values, each prompt as a diff. */
function changeLines({ strategy }: Tuning, candidate: Candidate, infos: readonly StrategyInfo[]): string[] {
  const { options, prompts } = choiceChanges(strategy, candidate.choice, infos)
  const of = (each: { readonly strategy: string; readonly name: string; readonly title: string }) =>
    `${each.title} (${each.strategy}.${each.name})`
  return [
    `What changes in ${strategyTitle(strategy, infos)}:`,
    ...options.map((each) => `  ${of(each)}: ${each.before} → ${each.after}`),
    ...prompts.flatMap((each) => [
      `  Prompt ${of(each)}:`,
      ...changedLines(each.before, each.after).map((line) => `    ${line}`),
    ]),
  ]
}

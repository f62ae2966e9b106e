import type { EntryTrials, StandingTrial } from '../../../../src-shared/comparison/leaderboard/entry-trials.ts'
import type {
  OutsideEntry,
  OutsideResults,
  OutsideTrial,
} from '../../../../src-shared/comparison/outside/outside-results.ts'
import { unwrapConversation } from '../../../../src-shared/strategy/resolve-choice.ts'
import { type StrategyChoice, strategyChoice } from '../../../../src-shared/strategy/strategy-info.ts'
import type { GivenTrial } from './batch-outcomes.ts'
import { digestOf, optionsText } from './entry-identity.ts'

/**
 * Results from elsewhere as entries. Their trials may be tested only at tasks of which the version is known and tried
 * here in one way; the rest is only shown.
 * @param trials of this project
 */
export function outsideEntries(all: readonly OutsideResults[], trials: readonly GivenTrial[]): EntryTrials[] {
  const ways = new Map<string, Set<string>>()
  for (const { task } of trials) ways.set(task.version, (ways.get(task.version) ?? new Set()).add(task.key))
  return all.flatMap(({ id, source, entries }) =>
    entries.map(
      (entry, at): EntryTrials => ({
        identity: {
          key: digestOf([id, at]),
          title: entry.title,
          version: null,
          choice: null,
          options: shortOptions(entry),
          models: entry.models.map(({ role, model }) => ({ role, profileId: '', profileName: '', model, setting: '' })),
          limits: '',
          importedFrom: source,
        },
        trials: entry.trials.map((trial) => standingOf(trial, ways)),
        older: [],
        isCurrent: null,
      }),
    ),
  )
}

function standingOf(
  { taskId, version, repeat, success, workMs, cost }: OutsideTrial,
  ways: ReadonlyMap<string, ReadonlySet<string>>,
): StandingTrial {
  const [key, ...more] = version === null ? [] : [...(ways.get(version) ?? [])]
  const comparable = key !== undefined && more.length === 0
  return { task: comparable ? key : `outside ${taskId}`, repeat, success, workMs, cost, comparable }
}

/** Our own export has the whole choice as JSON: its options are named as in entries of this project. */
function shortOptions({ options }: OutsideEntry): string {
  const choice = choiceIn(options)
  const text = choice === null ? options : optionsText(unwrapConversation(choice)).join(', ')
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}

function choiceIn(text: string): StrategyChoice | null {
  try {
    return strategyChoice.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

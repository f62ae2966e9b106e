import type { DamageNote } from '../../store/database/damage-notes.ts'
import type { HostContext } from '../host-context.ts'

/** Damage found within this time is reported together, ms. */
const gather = 300

/** Publishes found damage, and which conversations the lists mark. @returns a function that stops it */
export function publishDamage({ store, bus }: Pick<HostContext, 'store' | 'bus'>): () => void {
  let found: DamageNote[] = []
  let timer: NodeJS.Timeout | undefined
  const tell = () => {
    timer = undefined
    const text = damageText(found)
    const held = found.flatMap((note) => store.conversations.ofDamage(note) ?? [])
    for (const conversation of new Map(held.map((each) => [each.id, each])).values())
      bus.publish({ kind: 'conversation', conversation })
    found = []
    if (text !== null) bus.publish({ kind: 'notice', level: 'warning', text })
  }
  const undo = store.damage.listen((note) => {
    found.push(note)
    timer ??= setTimeout(tell, gather).unref()
  })
  return () => {
    clearTimeout(timer)
    undo()
  }
}

/** The found damage, as a sentence with what to do; null if there is none. */
export function damageText(notes: readonly DamageNote[]): string | null {
  const kinds = [...new Set(notes.flatMap(({ table }) => words.get(table) ?? []))]
  if (kinds.length === 0) return null
  return `Some of your history was damaged on disk: ${kinds.join(', ')}. Marked items may be wrong, and Stratagem does not use them. To repair them, restore a backup of the data folder.`
}

/** Kinds that are not listed, such as outlines, are rebuilt without loss. */
const words: ReadonlyMap<string, string> = new Map([
  ['indexes', 'an index, which left entries out of lists and was made again'],
  ['projects', 'a project'],
  ['conversations', 'a conversation'],
  ['turns', 'a message'],
  ['runs', 'a run'],
  ['events', 'the log of a run'],
  ['newest', 'its newest part, which is missing'],
  ['bodies', 'a text of a run'],
  ['drafts', 'an unfinished answer'],
  ['rules', 'an approval rule, which is not used'],
  ['workspaces', 'an isolated copy'],
  ['file_acts', 'the history of files'],
  ['run_snapshots', 'the history of files'],
  ['kept_changes', 'the changes of an imported run'],
  ['imports', 'an import'],
  ['comparisons', 'a comparison'],
  ['batches', 'a comparison'],
  ['batch_progress', 'the progress of a comparison'],
  ['trials', 'a trial'],
  ['tasks', 'a task'],
  ['run_strategies', 'the strategy of a run'],
])

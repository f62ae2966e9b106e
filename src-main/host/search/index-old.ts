import type { Store } from '../../store/store.ts'
import { indexMessage, indexRest } from './index-run.ts'

/** Size of one step, so that neither the thread nor the database is blocked for long. */
const turnsAtOnce = 50
const runsAtOnce = 1

/**
 * Indexes what is not in the search yet, step by step in idle moments: logs that were written before the search
 * existed, or whose host ended before indexing them. Several hosts may do so at once.
 * @returns ends it
 */
export function indexOld(store: Store): () => void {
  let timer: NodeJS.Timeout | null = setTimeout(goOn, 0)
  timer.unref()
  function goOn(): void {
    timer = null
    try {
      if (!store.transaction(() => oneGo(store))) return
    } catch {
      // What can't be written now is done at the next start.
      return
    }
    timer = setTimeout(goOn, 0)
    timer.unref()
  }
  return () => {
    if (timer !== null) clearTimeout(timer)
  }
}

/** Returns whether there was something to do. */
function oneGo(store: Store): boolean {
  const { turns } = store.search.behind(turnsAtOnce)
  for (const id of turns) {
    const turn = store.turns.get(id)
    const conversation = turn && store.conversations.get(turn.conversationId)
    if (turn && conversation) indexMessage(store, turn, conversation.projectId)
    else store.search.reach(id, 0)
  }
  if (turns.length > 0) return true
  const { runs } = store.search.behind(runsAtOnce)
  for (const id of runs) {
    const run = store.runs.get(id)
    if (run) indexRest(store, run)
  }
  return runs.length > 0
}

import type { comparisonRequests as requests } from '../../../src-shared/comparison-requests.ts'
import type { HandlersOf } from '../handlers.ts'
import { notYet } from '../not-yet.ts'

/** Comparing strategies: side by side on one turn, and over many trials. */
export function comparisonRequests(): HandlersOf<keyof typeof requests> {
  return {
    'comparison-start': notYet,
    'comparisons-list': notYet,
    'comparison-open': notYet,
    'comparison-stop': notYet,
    'comparison-resume': notYet,
    'comparison-judge': notYet,
    'comparison-verdict': notYet,
    'comparison-apply': notYet,
    'comparison-continue': notYet,
    'tasks-list': notYet,
    'task-from-turn': notYet,
    'task-save': notYet,
    'task-delete': notYet,
    'batch-start': notYet,
    'batches-list': notYet,
    'batch-open': notYet,
    'batch-stop': notYet,
    'batch-resume': notYet,
    'batch-report': notYet,
  }
}

import { create } from 'zustand'
import type { FailureGroup } from '../../../src-shared/comparison/failures/failure-groups.ts'
import type { MatrixOrder } from '../../../src-shared/comparison/matrix/trial-matrix.ts'

/** What was chosen on a page of trials, so that it is there again after a look at a run. */
interface TrialsPlace {
  readonly shown: MatrixOrder | 'across' | 'pairs' | 'pareto'
  /** The cell that is open, by what stays the same when lanes are ordered anew. */
  readonly cell: { readonly lane: string; readonly taskId: string } | null
  readonly group: Pick<FailureGroup, 'title' | 'at'> | null
  /** Whether the list of all trials is open; null if the user has not decided. */
  readonly allOpen: boolean | null
}

interface TrialsPlaces {
  readonly places: { readonly [batchId: string]: TrialsPlace }
  /** The trials from which a run of this conversation was opened. */
  readonly from: { readonly batchId: string; readonly conversationId: string } | null
}

export const useTrialsPlaces = create<TrialsPlaces>(() => ({ places: {}, from: null }))

const first: TrialsPlace = { shown: 'success', cell: null, group: null, allOpen: null }

/** The place of a page of trials for as long as the window is open, and how to change it. */
export function useTrialsPlace(batchId: string) {
  const place = useTrialsPlaces(({ places }) => places[batchId] ?? first)
  const change = (part: Partial<TrialsPlace>) =>
    useTrialsPlaces.setState(({ places }) => ({
      places: { ...places, [batchId]: { ...(places[batchId] ?? first), ...part } },
    }))
  return [place, change] as const
}

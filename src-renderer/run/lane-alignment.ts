import type { Action } from './lane-actions.ts'

/**
 * A section of aligned runs: either actions that all of them took, or what each did between two of those. Indexed by
 * lane.
 */
export type AlignedSection =
  | { readonly kind: 'same'; readonly actions: readonly (readonly Action[])[] }
  | { readonly kind: 'apart'; readonly actions: readonly (readonly Action[])[] }

export interface LaneAlignment {
  readonly sections: readonly AlignedSection[]
  /** Index of the section with the first difference that matters; null if there is none. */
  readonly first: number | null
  /** By lane: its action there; null for a lane without one. */
  readonly firstDeeds: readonly (Action | null)[]
}

/** Longer lists are aligned only at their beginning and end. */
const maxAligned = 1500

/**
 * Aligns runs: actions that all runs took in the same order form shared sections, with each run's other actions in
 * between.
 */
export function alignLanes(lanes: readonly (readonly Action[])[]): LaneAlignment {
  const sections = sectionsOf(lanes, commonKeys(lanes.map((actions) => actions.map(({ key }) => key))))
  const first = firstDecisive(sections)
  const found = first === null ? undefined : sections[first]
  return { sections, first, firstDeeds: lanes.map((_, at) => matterOf(found?.actions[at] ?? [])) }
}

/** Edits matter most, then other tool calls and commands, then final answers. */
const weight = { edit: 3, command: 2, read: 1, thought: 0, answer: 0 } as const
const levels = [3, 2, 1, 0] as const

function firstDecisive(sections: readonly AlignedSection[]): number | null {
  for (const level of levels) {
    const at = sections.findIndex(
      ({ kind, actions }) => kind === 'apart' && actions.some((own) => own.some((each) => weight[each.kind] >= level)),
    )
    if (at >= 0) return at
  }
  return null
}

/** The first action of the kind that matters most. */
function matterOf(actions: readonly Action[]): Action | null {
  for (const level of levels) {
    const found = actions.find(({ kind }) => weight[kind] >= level)
    if (found !== undefined) return found
  }
  return null
}

/** Walks all lanes at once: what precedes the next common key differs; the action with that key is shared. */
function sectionsOf(lanes: readonly (readonly Action[])[], common: readonly string[]): AlignedSection[] {
  const sections: { kind: AlignedSection['kind']; actions: Action[][] }[] = []
  const places = lanes.map(() => 0)
  const add = (kind: AlignedSection['kind'], actions: Action[][]) => {
    const last = sections.at(-1)
    if (last?.kind !== kind) sections.push({ kind, actions })
    else for (const [at, own] of actions.entries()) last.actions[at]?.push(...own)
  }
  for (const key of [...common, null]) {
    const ends = lanes.map((actions, at) => {
      const found =
        key === null ? -1 : actions.findIndex((each, index) => index >= (places[at] ?? 0) && each.key === key)
      return found < 0 ? actions.length : found
    })
    const between = lanes.map((actions, at) => actions.slice(places[at], ends[at]))
    if (between.some((own) => own.length > 0)) add('apart', between)
    if (key !== null)
      add(
        'same',
        lanes.map((actions, at) => actions.slice(ends[at] ?? 0, (ends[at] ?? 0) + 1)),
      )
    for (const [at, end] of ends.entries()) places[at] = end + 1
  }
  return sections
}

/** A common subsequence of all lists, found by comparing them pair by pair. */
const commonKeys = ([first = [], ...others]: readonly (readonly string[])[]): readonly string[] =>
  others.reduce(longestCommon, first)

function longestCommon(one: readonly string[], other: readonly string[]): readonly string[] {
  let start = 0
  while (start < one.length && start < other.length && one[start] === other[start]) start++
  const [a, b] = [one.slice(start), other.slice(start)]
  const head = one.slice(0, start)
  return a.length > maxAligned || b.length > maxAligned ? head : [...head, ...byTable(a, b)]
}

/** Longest common subsequence. Source: Wagner and Fischer, "The string-to-string correction problem" (1974). */
function byTable(a: readonly string[], b: readonly string[]): string[] {
  const width = b.length + 1
  const table = new Uint16Array((a.length + 1) * width)
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      const below = table[(i + 1) * width + j] ?? 0
      const right = table[i * width + j + 1] ?? 0
      const both = (table[(i + 1) * width + j + 1] ?? 0) + 1
      table[i * width + j] = a[i] === b[j] ? both : Math.max(below, right)
    }
  }
  const found: string[] = []
  for (let [i, j] = [0, 0]; i < a.length && j < b.length; ) {
    const [below = 0, right = 0] = [table[(i + 1) * width + j], table[i * width + j + 1]]
    const key = a[i]
    if (key !== undefined && key === b[j]) {
      found.push(key)
      i++
      j++
    } else if (below >= right) i++
    else j++
  }
  return found
}

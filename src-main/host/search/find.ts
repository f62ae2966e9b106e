import type { SearchFound, SearchHit, SearchKind } from '../../../src-shared/api/search.ts'
import { parseEvent, type StoredEvent } from '../../../src-shared/run/event.ts'
import type { SearchEntry, Store } from '../../store/store.ts'
import { createMatcher, type ExcerptMatch } from './excerpt.ts'
import { searchable } from './searchable.ts'

/** How many of the newest texts, and of the newest actions, are ranked. */
const maxRanked = 100
/** Maximum of hits, in all and per conversation. */
const maxHits = 60
const maxOfOne = 8
const maxTitles = 15
const day = 86_400_000

/**
 * The best hits for a query: by how the words match and by kind of text, newer before older.
 *
 * The score is that of BM25 for one text (k1 = 1.2, b = 0.75), every word of equal weight, times the weight of the
 * kind, times a factor that halves every half year. Only the newest places with all the words are ranked, so that
 * results appear while people type. Source: https://sqlite.org/fts5.html#the_bm25_function
 */
export function findIn(store: Store, typed: string, projectId: string | null, now: number): SearchFound {
  const things = thingsIn(typed)
  if (things.length === 0) return { hits: [], more: false }
  const limit = maxRanked
  const fitOf = createMatcher(things)
  const names = new Map<string, string>()
  const matches = store.search.find(typed, { projectId, kinds: 'said', limit })
  const done = store.search.find(typed, { projectId, kinds: 'done', limit })
  const ranked = [
    ...titleHits(store, things, projectId, now).slice(0, maxTitles),
    ...[...matches, ...done].flatMap(scored),
  ]
    .sort((one, other) => other.score - one.score)
    .map(({ hit }) => hit)
  const hits = spread(ranked).slice(0, maxHits)
  return { hits, more: matches.length === limit || done.length === limit || hits.length < ranked.length }

  function scored(entry: SearchEntry): Scored[] {
    if (!entry.whole) store.damage.note(entry.runId === null ? 'turns' : 'events', entry.runId ?? entry.turnId)
    const text = textOf(entry)
    if (text === null) return []
    const fit = fitOf(text)
    const { projectId: of, conversationId, title, turnId, runId, path, kind, who, at } = entry
    const origin = { projectId: of, project: projectName(of), conversationId, title, turnId, runId, path }
    const damaged = entry.whole ? {} : { damaged: true as const }
    return [{ hit: { ...origin, ...damaged, kind, who, at, excerpt: fit.excerpt }, score: scoreOf(fit, kind, at, now) }]
  }
  function projectName(id: string): string {
    const known = names.get(id) ?? store.projects.get(id)?.name ?? ''
    names.set(id, known)
    return known
  }
}

interface Scored {
  readonly hit: SearchHit
  readonly score: number
}

const thingsIn = (typed: string): string[] =>
  [...typed.matchAll(/"([^"]+)"|[^\s"]+/gu)].flatMap((found) => {
    const thing = found[1] ?? found[0]
    return /[\p{L}\p{N}]/u.test(thing) ? [thing] : []
  })

function textOf({ kind, source }: SearchEntry): string | null {
  if (source === null || kind === 'message') return source
  const event = eventIn(source)
  return event === null || event.type === 'unknown' ? null : (searchable(event)?.text ?? null)
}

/** Null if the text is damaged. */
function eventIn(text: string): StoredEvent | null {
  try {
    return parseEvent(text)
  } catch {
    return null
  }
}

const weights: { readonly [K in SearchKind]: number } = { title: 4, message: 2, answer: 1.5, call: 1, result: 0.8 }
/** Characters of an average text. */
const usualLength = 600

function scoreOf({ literal, length }: ExcerptMatch, kind: SearchKind, at: number, now: number): number {
  const often = (literal * 2.2) / (literal + 1.2 * (0.25 + (0.75 * length) / usualLength))
  const fresh = 0.5 ** (Math.max(0, now - at) / (180 * day))
  // Words that are apart, or inside of others, still match.
  return (0.2 + often) * weights[kind] * (0.25 + 0.75 * fresh)
}

function titleHits(store: Store, things: readonly string[], projectId: string | null, now: number): Scored[] {
  const fitOf = createMatcher(things)
  const ones = things.map((thing) => createMatcher([thing]))
  const found = store.search.titles(projectId).flatMap((each) => {
    if (!ones.every((fitsOne) => fitsOne(each.title).literal > 0)) return []
    const fit = fitOf(each.title)
    const project = store.projects.get(each.projectId)?.name ?? ''
    const origin = { ...each, project, turnId: null, runId: null, path: null, kind: 'title' as const, who: '' }
    const { updatedAt: at, ...shown } = origin
    return [{ hit: { ...shown, at, excerpt: fit.excerpt }, score: scoreOf(fit, 'title', at, now) }]
  })
  return found.sort((one, other) => other.score - one.score)
}

/** So that one long conversation does not displace others. */
function spread(hits: readonly SearchHit[]): SearchHit[] {
  const counts = new Map<string, number>()
  return hits.filter(({ conversationId }) => {
    const count = (counts.get(conversationId) ?? 0) + 1
    counts.set(conversationId, count)
    return count <= maxOfOne
  })
}

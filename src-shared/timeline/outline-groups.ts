import type { OutlineGroup, OutlineTrack, RunOutline } from './outline-shape.ts'
import type { LineName } from './span-bars.ts'
import { type Group, type Groups, newGroup } from './span-groups.ts'
import { newTrack, outlineSpanIndex, pushBar, type Track } from './track.ts'

/** Converts an outline to the timeline's groups and back. */

export const lineNames: readonly LineName[] = ['phases', 'prompts', 'messages', 'model', 'tools', 'you', 'marks']

/** @param onAxis maps a time of the run to the axis; the identity by default */
export function groupsOfOutline(outline: RunOutline | null, onAxis = (ms: number): number => ms): Groups {
  const root = newGroup('', null, '')
  const groups = new Map<string, Group>()
  const prompts = new Map<string, Group>()
  for (const written of outline?.groups ?? []) {
    const parent = written.parent === null ? null : (groups.get(written.parent) ?? root)
    const agent = written.agent ?? null
    const group = parent === null ? root : newGroup(written.key, parent, written.title, written.order, agent)
    for (const path of written.prompts ?? []) prompts.set(path, group)
    group.prompted.push(...(written.prompts ?? []))
    parent?.children.push(group)
    if (parent !== null) groups.set(written.key, group)
    for (const line of lineNames) group[line].push(...written.lines[line].map((track) => trackOf(track, onAxis)))
  }
  return { root, groups, prompts, rich: new Set(groups.keys()), plain: new Set(), shape: 0 }
}

function trackOf({ start, end, kind, span, failed, names }: OutlineTrack, onAxis: (ms: number) => number): Track {
  const track = newTrack()
  const bad = new Set(failed)
  for (const [slot, from] of start.entries()) {
    const state = bad.has(slot) ? 'failed' : 'ok'
    const to = onAxis(end[slot] ?? from)
    const index = span?.[slot] ?? -1
    const own = { span: index < 0 ? -1 : outlineSpanIndex(index), kind: kind[slot] ?? 'own', state } as const
    pushBar(track, { ...own, start: onAxis(from), end: to, first: Number.NaN })
  }
  for (const [slot, name] of names) track.names.set(slot, name)
  return track
}

export function outlineGroups(group: Group): OutlineGroup[] {
  const { key, title, order, parent, agent, prompted } = group
  const written = (tracks: readonly Track[]) => tracks.map(writtenTrack)
  const lines = {
    phases: written(group.phases),
    prompts: written(group.prompts),
    messages: written(group.messages),
    model: written(group.model),
    tools: written(group.tools),
    you: written(group.you),
    marks: written(group.marks),
  }
  const ofAgent = agent === null ? {} : { agent, prompts: [...prompted] }
  const own = { key, title, order, parent: parent?.key ?? null, ...ofAgent, lines }
  return [own, ...group.children.flatMap(outlineGroups)]
}

/** Only the bars that have ended: an open one is the last of its line. */
function writtenTrack({ start, end, kind, state, names }: Track): OutlineTrack {
  const count = end.at(-1) === Number.POSITIVE_INFINITY ? end.length - 1 : end.length
  const failed = [...Array(count).keys()].filter((slot) => state[slot] === 'failed')
  return {
    start: start.slice(0, count),
    end: end.slice(0, count),
    kind: kind.slice(0, count),
    failed,
    names: [...names],
  }
}

export function eachTrack(group: Group, visit: (track: Track) => void): void {
  for (const line of lineNames) for (const track of group[line]) visit(track)
  for (const child of group.children) eachTrack(child, visit)
}

export function countBars(group: Group): number {
  let count = 0
  eachTrack(group, (track) => {
    count += track.start.length
  })
  return count
}

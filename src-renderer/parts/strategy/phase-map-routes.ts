import { archRoom, labelHeight, type MapDirection, type MapEdge, type MapNode, type Move } from './phase-map-moves.ts'

/**
 * Draws transitions along the lanes reserved by the layout.
 *
 * 1. Every end of a transition has its own port: a side's ports are spread over it in the order of their lanes, so that
 *    two transitions never share one.
 * 2. A transition bends only between ranks. Next to the phases and labels of a rank it runs straight in its lane, so it
 *    crosses none of them.
 */
export interface Box extends MapNode {
  /** The space it occupies in its rank. */
  readonly whole: Rectangle
  /** The box including its arch. */
  readonly seen: Rectangle
}
export interface Route {
  readonly move: Move
  /** One point per rank between its ends, in the direction of the transition. */
  readonly lane: readonly Point[]
  readonly label: Point & { readonly width: number }
}
type Rectangle = Omit<MapNode, 'name'>
interface Point {
  readonly x: number
  readonly y: number
}

/** Coordinates independent of direction: `along` is the direction of forward transitions, `across` is perpendicular. */
interface Turned {
  readonly along: number
  readonly across: number
}
interface Span {
  readonly from: number
  readonly to: number
}

const arrow = 5

export function routeEdges(
  boxes: readonly Box[],
  routes: readonly Route[],
  moves: readonly Move[],
  direction: MapDirection,
): readonly MapEdge[] {
  const turn = ({ x, y }: Point): Turned => (direction === 'right' ? { along: x, across: y } : { along: y, across: x })
  const back = ({ along, across }: Turned): Point =>
    direction === 'right' ? { x: along, y: across } : { x: across, y: along }
  const byName = new Map(boxes.map((box) => [box.name, box]))
  const ranks = rankSpans(boxes, routes, direction)
  const ports = portsOf(byName, routes, turn)
  return moves.map((move): MapEdge => {
    const { from, to, kind, text } = move
    const box = byName.get(from)
    if (kind === 'self' && box !== undefined) return { from, to, kind, ...arch(box, text, direction) }
    const route = routes.find((each) => each.move === move)
    const ends = ports.get(move)
    if (route === undefined || ends === undefined) return { from, to, kind, path: '', label: null }
    const path = pathAlong(ends, route.lane.map(turn), ranks, back)
    return { from, to, kind, path, label: text === '' ? null : { text, x: route.label.x, y: route.label.y } }
  })
}

/** The extent of each rank of phases or labels, keyed by its center. */
function rankSpans(
  boxes: readonly Box[],
  routes: readonly Route[],
  direction: MapDirection,
): ReadonlyMap<number, Span> {
  const ranks = new Map<number, Span>()
  const add = (middle: number, size: number) => {
    const key = Math.round(middle)
    const known = ranks.get(key) ?? { from: middle, to: middle }
    ranks.set(key, { from: Math.min(known.from, middle - size / 2), to: Math.max(known.to, middle + size / 2) })
  }
  for (const { whole } of boxes) {
    if (direction === 'right') add(whole.x + whole.width / 2, whole.width)
    else add(whole.y + whole.height / 2, whole.height)
  }
  for (const { move, label } of routes) {
    if (move.text === '') continue
    add(direction === 'right' ? label.x : label.y, direction === 'right' ? label.width : labelHeight)
  }
  return ranks
}

interface Ends {
  readonly start: Turned
  readonly end: Turned
}
interface PortRequest {
  readonly move: Move
  readonly isStart: boolean
  readonly lane: number
}

/**
 * Forward transitions leave a phase at its far side and enter at the near one; backward transitions the other way
 * round.
 */
function portsOf(
  byName: ReadonlyMap<string, Box>,
  routes: readonly Route[],
  turn: (point: Point) => Turned,
): ReadonlyMap<Move, Ends> {
  const sides = new Map<string, PortRequest[]>()
  const request = (name: string, far: boolean, each: PortRequest) => {
    const key = `${far ? '>' : '<'}${name}`
    sides.set(key, [...(sides.get(key) ?? []), each])
  }
  for (const { move, lane } of routes) {
    const on = move.kind === 'on'
    const across = (point: Point | undefined) => (point === undefined ? 0 : turn(point).across)
    request(move.from, on, { move, isStart: true, lane: across(lane[0]) })
    request(move.to, !on, { move, isStart: false, lane: across(lane.at(-1)) })
  }
  const ends = new Map<Move, { start?: Turned; end?: Turned }>()
  for (const [key, wishes] of sides) {
    const box = byName.get(key.slice(1))
    if (box === undefined) continue
    const low = turn(box)
    const high = turn({ x: box.x + box.width, y: box.y + box.height })
    const along = key.startsWith('>') ? high.along : low.along
    const outwards = key.startsWith('>') ? 1 : -1
    wishes
      .toSorted((one, other) => one.lane - other.lane || (one.isStart ? -1 : 1))
      .forEach(({ move, isStart }, at) => {
        const across = low.across + ((at + 1) / (wishes.length + 1)) * (high.across - low.across)
        const port = { along: isStart ? along : along + outwards * arrow, across }
        ends.set(move, { ...ends.get(move), [isStart ? 'start' : 'end']: port })
      })
  }
  const none = { along: 0, across: 0 }
  return new Map([...ends].map(([move, { start = none, end = none }]) => [move, { start, end }]))
}

function pathAlong(
  { start, end }: Ends,
  lane: readonly Turned[],
  ranks: ReadonlyMap<number, Span>,
  back: (point: Turned) => Point,
): string {
  const forth = end.along >= start.along
  const stops = lane.flatMap(({ along, across }): Turned[] => {
    const { from, to } = ranks.get(Math.round(along)) ?? { from: along, to: along }
    const [first, last] = forth ? [from, to] : [to, from]
    return [
      { along: first, across },
      { along: last, across },
    ]
  })
  let at = start
  const at0 = back(start)
  let path = `M${at0.x} ${at0.y}`
  for (const stop of [...stops, end]) {
    const p = back(stop)
    if (stop.across === at.across) path += `L${p.x} ${p.y}`
    else {
      const half = (at.along + stop.along) / 2
      const [one, two] = [back({ along: half, across: at.across }), back({ along: half, across: stop.across })]
      path += `C${one.x} ${one.y} ${two.x} ${two.y} ${p.x} ${p.y}`
    }
    at = stop
  }
  return path
}

/** Above the phase, or to its right if the map runs downward. */
function arch(box: Box, text: string, direction: MapDirection): Pick<MapEdge, 'path' | 'label'> {
  if (direction === 'right') {
    const centre = box.x + box.width / 2
    const top = box.y - archRoom * 1.2
    const path = `M${centre + 11} ${box.y}C${centre + 15} ${top} ${centre - 15} ${top} ${centre - 11} ${box.y - arrow}`
    return { path, label: text === '' ? null : { text, x: centre, y: box.y - archRoom - labelHeight / 2 } }
  }
  const [side, middle] = [box.x + box.width, box.y + box.height / 2]
  const far = side + archRoom * 1.2
  const path = `M${side} ${middle + 7}C${far} ${middle + 12} ${far} ${middle - 12} ${side + arrow} ${middle - 7}`
  const room = box.seen.x + box.seen.width - side - archRoom
  return { path, label: text === '' ? null : { text, x: side + archRoom + room / 2, y: middle } }
}

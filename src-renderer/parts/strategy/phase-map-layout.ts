import { Graph, layout } from '@dagrejs/dagre'
import {
  archRoom,
  labelHeight,
  type MapDirection,
  type MapEdge,
  type MapNode,
  type Move,
  movesOf,
  type Phases,
} from './phase-map-moves.ts'
import { type Box, type Route, routeEdges } from './phase-map-routes.ts'

/**
 * Positions a strategy's phases and the transitions between them. Dagre ranks the phases and reserves a lane for every
 * transition (phase-map-routes.ts draws it). A transition to an earlier phase, in declaration order, leads back; one to
 * the same phase is an arch. Pure; in px.
 */
export interface PhaseMapLayout {
  readonly nodes: readonly MapNode[]
  readonly edges: readonly MapEdge[]
  readonly width: number
  readonly height: number
}
const nodeHeight = 26
const margin = 6
/** Distance between two ports of one side, px. */
const portGap = 11
const letterWidth = 6.4
const labelLetterWidth = 5.4

const widthOf = (name: string) => Math.max(44, Math.ceil(name.length * letterWidth) + 24)
const labelWidth = (text: string) => (text === '' ? 0 : Math.ceil(text.length * labelLetterWidth) + 8)

export function layOutPhases(phases: Phases, direction: MapDirection): PhaseMapLayout {
  const known = phases.filter((each, at) => phases.findIndex((one) => one.name === each.name) === at)
  const moves = movesOf(known)
  const graph = graphOf(known, moves, direction)
  layout(graph)
  const boxes = known.map(({ name }): Box => {
    return boxOf(name, graph.node(name), sizeOf(name, moves, direction), direction)
  })
  const routes = moves.flatMap((move): Route[] => {
    if (move.kind === 'self') return []
    const [v, w] = move.kind === 'on' ? [move.from, move.to] : [move.to, move.from]
    const { points = [], x = 0, y = 0 } = graph.edge({ v, w, name: move.kind })
    const lane = points.slice(1, -1)
    return [
      { move, lane: move.kind === 'on' ? lane : lane.toReversed(), label: { x, y, width: labelWidth(move.text) } },
    ]
  })
  const cut = extentOf(boxes, routes)
  const edges = routeEdges(boxes.map(cut.box), routes.map(cut.route), moves, direction)
  const nodes = boxes.map(cut.box).map(({ name, x, y, width, height }) => ({ name, x, y, width, height }))
  return { nodes, edges, width: Math.ceil(cut.width), height: Math.ceil(cut.height) }
}

/** Phases with an arch get space for it on both sides, so that they stay aligned; unused space is cropped. */
function extentOf(boxes: readonly Box[], routes: readonly Route[]) {
  const seen = [
    ...boxes.map((box) => box.seen),
    ...routes.flatMap(({ lane }) => lane.map(({ x, y }) => ({ x, y, width: 0, height: 0 }))),
    ...routes.flatMap(({ move, label: { x, y, width } }) =>
      move.text === '' ? [] : [{ x: x - width / 2, y: y - labelHeight / 2, width, height: labelHeight }],
    ),
  ]
  const dx = seen.length === 0 ? 0 : margin - Math.min(...seen.map(({ x }) => x))
  const dy = seen.length === 0 ? 0 : margin - Math.min(...seen.map(({ y }) => y))
  const at = <T extends { readonly x: number; readonly y: number }>(part: T): T => ({
    ...part,
    x: part.x + dx,
    y: part.y + dy,
  })
  return {
    box: (box: Box): Box => ({ ...at(box), whole: at(box.whole), seen: at(box.seen) }),
    route: (route: Route): Route => ({ ...route, lane: route.lane.map(at), label: at(route.label) }),
    width: Math.max(0, ...seen.map(({ x, width }) => x + width + dx)) + margin,
    height: Math.max(0, ...seen.map(({ y, height }) => y + height + dy)) + margin,
  }
}

function graphOf(phases: Phases, moves: readonly Move[], direction: MapDirection) {
  const graph = new Graph({ multigraph: true })
  graph.setGraph({
    rankdir: direction === 'right' ? 'LR' : 'TB',
    nodesep: 16,
    edgesep: 10,
    ranksep: 34,
    marginx: margin,
    marginy: margin,
  })
  for (const { name } of phases) {
    const { width, height, archWidth, archHeight } = sizeOf(name, moves, direction)
    const size =
      direction === 'right'
        ? { width: Math.max(width, archWidth), height: height + 2 * archHeight }
        : { width: width + 2 * archWidth, height }
    graph.setNode(name, size)
  }
  for (const { from, to, kind, text } of moves) {
    if (kind === 'self') continue
    const [v, w] = kind === 'on' ? [from, to] : [to, from]
    const size = { width: labelWidth(text), height: text === '' ? 0 : labelHeight, labelpos: 'c' }
    graph.setEdge({ v, w, name: kind }, size)
  }
  return graph
}

/** A phase is sized by its name and its ports; its arch is above it, or to its right. */
function sizeOf(name: string, moves: readonly Move[], direction: MapDirection) {
  const others = moves.filter(({ kind }) => kind !== 'self')
  const ahead = others.filter((move) => (move.kind === 'on' ? move.from : move.to) === name).length
  const behind = others.filter((move) => (move.kind === 'on' ? move.to : move.from) === name).length
  const ports = (Math.max(ahead, behind) + 1) * portGap
  const arch = moves.find((move) => move.kind === 'self' && move.from === name)
  const text = arch === undefined ? 0 : labelWidth(arch.text)
  const down = direction === 'down'
  return {
    width: down ? Math.max(widthOf(name), ports) : widthOf(name),
    height: down ? nodeHeight : Math.max(nodeHeight, ports),
    archWidth: arch === undefined ? 0 : down ? archRoom + text : text,
    archHeight: arch === undefined ? 0 : down ? 0 : archRoom + (text > 0 ? labelHeight : 0),
  }
}

function boxOf(
  name: string,
  placed: { readonly x?: number; readonly y?: number; readonly width?: number; readonly height?: number },
  size: ReturnType<typeof sizeOf>,
  direction: MapDirection,
): Box {
  const { x = 0, y = 0, width = 0, height = 0 } = placed
  const whole = { x: x - width / 2, y: y - height / 2, width, height }
  const own = { x: x - size.width / 2, y: y - size.height / 2, width: size.width, height: size.height }
  const seen =
    direction === 'right'
      ? { ...whole, y: own.y - size.archHeight, height: own.height + size.archHeight }
      : { ...own, width: own.width + size.archWidth }
  return { name, ...own, whole, seen }
}

import type { StrategyInfo } from '../../../src-shared/strategy/strategy-info.ts'

/**
 * Places a strategy's phases: in layers from left to right, by the longest way of moves that lead on. A move
 * to the same or an earlier phase, in the order they are declared, is a loop and is drawn as an arc beneath.
 * Pure; in px.
 */
export interface MapNode {
  readonly name: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}
export interface MapEdge {
  readonly from: string
  readonly to: string
  readonly kind: 'on' | 'back' | 'self'
  /** SVG path data; it ends where the arrow's head is. */
  readonly path: string
}
export interface PhaseMapLayout {
  readonly nodes: readonly MapNode[]
  readonly edges: readonly MapEdge[]
  readonly width: number
  readonly height: number
}
type Phases = StrategyInfo['phases']

const nodeHeight = 26
const columnGap = 24
const rowGap = 14
const margin = 6
/** Room for the small arc of a phase that goes on to itself. */
const selfRoom = 18
const arcStep = 9
const letterWidth = 6.4

const widthOf = (name: string) => Math.max(44, Math.ceil(name.length * letterWidth) + 24)

export function layOutPhases(phases: Phases): PhaseMapLayout {
  const known = phases.filter((each, at) => phases.findIndex((one) => one.name === each.name) === at)
  const order = new Map(known.map((each, at) => [each.name, at]))
  const columns = columnsOf(known, order)
  const nodes = placeNodes(known, columns)
  const byName = new Map(nodes.map((node) => [node.name, node]))
  const floor = Math.max(0, ...nodes.map((node) => node.y + node.height))
  const edges: MapEdge[] = []
  let arcs = 0
  for (const { name, to } of known) {
    for (const target of new Set(to)) {
      const from = byName.get(name)
      const end = byName.get(target)
      if (from === undefined || end === undefined) continue
      if (from === end) edges.push({ from: name, to: target, kind: 'self', path: selfArc(from) })
      else if ((order.get(target) ?? 0) < (order.get(name) ?? 0)) {
        arcs += 1
        edges.push({ from: name, to: target, kind: 'back', path: backArc(from, end, floor + 4 + arcs * arcStep) })
      } else edges.push({ from: name, to: target, kind: 'on', path: forward(from, end) })
    }
  }
  const width = Math.max(0, ...nodes.map((node) => node.x + node.width)) + margin
  return { nodes, edges, width, height: floor + (arcs > 0 ? 6 + arcs * arcStep : 0) + margin }
}

/** Longest way over the moves that lead on; declared order has no circle in it. */
function columnsOf(phases: Phases, order: ReadonlyMap<string, number>): Map<string, number> {
  const columns = new Map(phases.map((each) => [each.name, 0]))
  for (const { name, to } of phases) {
    for (const target of to) {
      if ((order.get(target) ?? -1) <= (order.get(name) ?? 0)) continue
      columns.set(target, Math.max(columns.get(target) ?? 0, (columns.get(name) ?? 0) + 1))
    }
  }
  return columns
}

function placeNodes(phases: Phases, columns: ReadonlyMap<string, number>): MapNode[] {
  const most = Math.max(-1, ...columns.values())
  const top = margin + (phases.some(({ name, to }) => to.includes(name)) ? selfRoom : 0)
  const stacks = Array.from({ length: most + 1 }, (_, column) =>
    phases.filter((each) => columns.get(each.name) === column),
  )
  const rows = Math.max(0, ...stacks.map((stack) => stack.length))
  const tallest = rows * nodeHeight + Math.max(0, rows - 1) * rowGap
  let x = margin
  return stacks.flatMap((stack) => {
    const width = Math.max(...stack.map((each) => widthOf(each.name)))
    const height = stack.length * nodeHeight + (stack.length - 1) * rowGap
    const placed = stack.map(({ name }, row) => ({
      name,
      x,
      y: top + (tallest - height) / 2 + row * (nodeHeight + rowGap),
      width,
      height: nodeHeight,
    }))
    x += width + columnGap
    return placed
  })
}

const middle = (node: MapNode) => node.y + node.height / 2
const arrow = 5

function forward(from: MapNode, to: MapNode): string {
  if (to.x <= from.x) return sideways(from, to)
  const [x1, y1, x2, y2] = [from.x + from.width, middle(from), to.x - arrow, middle(to)]
  const bend = Math.min(columnGap / 2, (x2 - x1) / 2)
  return `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`
}

/** Between two phases of one column. */
function sideways(from: MapNode, to: MapNode): string {
  const x = from.x + from.width / 2
  const down = to.y > from.y
  return `M${x} ${down ? from.y + from.height : from.y}L${x} ${down ? to.y - arrow : to.y + to.height + arrow}`
}

function backArc(from: MapNode, to: MapNode, depth: number): string {
  if (to.x === from.x) return sideways(from, to)
  const [x1, x2] = [from.x + from.width / 2 + 5, to.x + to.width / 2 - 5]
  const [y1, y2] = [from.y + from.height, to.y + to.height + arrow]
  return `M${x1} ${y1}C${x1} ${depth} ${x1} ${depth} ${(x1 + x2) / 2} ${depth}S${x2} ${depth} ${x2} ${y2}`
}

function selfArc({ x, y, width }: MapNode): string {
  const centre = x + width / 2
  return `M${centre - 9} ${y}C${centre - 14} ${y - selfRoom} ${centre + 14} ${y - selfRoom} ${centre + 9} ${y - arrow}`
}

/** The map in words, a line a phase, for those who don't see it. */
export function phaseLines(phases: Phases): string[] {
  return phases.map(({ name, to }) => {
    const others = [...new Set(to)].map((each) => (each === name ? 'itself again' : each))
    return others.length === 0 ? `${name}, then it ends` : `${name}, then ${others.join(' or ')}`
  })
}

import { useId, useMemo } from 'react'
import { counted, listed, plural } from '../../../src-shared/base/format.ts'
import type { StrategyChoice, StrategyInfo } from '../../../src-shared/strategy/strategy-info.ts'
import { cx } from '../../widgets/cx.ts'
import { layersOf } from './composition.ts'
import { PhaseDots } from './phase-dots.tsx'
import styles from './phase-map.module.css'
import { layOutPhases, type PhaseMapLayout } from './phase-map-layout.ts'
import { type MapEdge, type MapNode, type Phases, phaseLines } from './phase-map-moves.ts'
import type { Visit, Visits } from './phase-visits.ts'

interface PhaseMapProps {
  readonly choice: StrategyChoice
  readonly strategies: readonly StrategyInfo[]
  /** The phases that a run visited; null if the map is shown for choosing. */
  readonly visits: Visits | null
  /** Available width, px: a map that needs more runs downward instead of to the right. */
  readonly room?: number
  /** Continues a paused run up to a phase; left out: no run is paused. */
  readonly runTo?: ((phase: string) => void) | undefined
}

/** Width in an Inspector or popover, px. */
const usualRoom = 300
/** Horizontal border and padding of a frame, px. */
const frameEdges = 18

/** The phases of a composition and their transitions: each strategy in a frame, with the wrapped strategy inside. */
export function PhaseMap({ choice, strategies, visits, room = usualRoom, runTo }: PhaseMapProps) {
  const infos = layersOf(choice).map(({ name }) => strategies.find((each) => each.name === name) ?? nameless(name))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide map must scroll by keyboard too
    <figure className={styles.map} aria-label="Phase map" tabIndex={0}>
      <Frame infos={infos} layer={0} visits={visits} room={room - frameEdges} runTo={runTo} />
    </figure>
  )
}

const nameless = (name: string) => ({ name, title: name, phases: [] })
type Framed = Pick<StrategyInfo, 'name' | 'title' | 'phases'>

interface FrameProps {
  readonly infos: readonly Framed[]
  readonly layer: number
  readonly visits: Visits | null
  readonly room: number
  readonly runTo: PhaseMapProps['runTo']
}

function Frame({ infos, layer, visits, room, runTo }: FrameProps) {
  const info = infos[layer]
  if (info === undefined) return null
  const inner = layer + 1 < infos.length
  return (
    <div className={styles.frame}>
      <div className={styles.title}>{info.title}</div>
      {info.phases.length > 0 && <Graph info={info} visits={visits?.[layer] ?? null} room={room} runTo={runTo} />}
      {info.phases.length === 0 && !inner && <p className={styles.none}>This strategy has no separate phases.</p>}
      {inner && <p className={styles.inner}>{innerText(info.phases)}</p>}
      {inner && <Frame infos={infos} layer={layer + 1} visits={visits} room={room - frameEdges} runTo={runTo} />}
    </div>
  )
}

/** Names the phases whose work the inner strategy does. */
function innerText(phases: Phases): string {
  const names = phases.filter((phase) => phase.inner === true).map(({ name }) => name)
  if (names.length === 0) return phases.length === 0 ? 'It runs:' : 'Then it runs:'
  return `${listed(names)} ${plural(names.length, 'runs', 'run')}:`
}

interface GraphProps {
  readonly info: Framed
  readonly visits: ReadonlyMap<string, Visit> | null
  readonly room: number
  readonly runTo: PhaseMapProps['runTo']
}

function fittingLayout(phases: Phases, room: number): PhaseMapLayout {
  const wide = layOutPhases(phases, 'right')
  return wide.width <= room ? wide : layOutPhases(phases, 'down')
}

function Graph({ info, visits, room, runTo }: GraphProps) {
  const layout = useMemo(() => fittingLayout(info.phases, room), [info.phases, room])
  const marker = useId()
  return (
    <div className={styles.drawing}>
      <svg
        className={styles.graph}
        width={layout.width}
        height={layout.height}
        viewBox={`0 0 ${layout.width} ${layout.height}`}
        aria-hidden="true"
      >
        <Head id={marker} />
        <Head id={`${marker}-back`} back />
        {layout.edges.map((edge) => (
          <Edge key={`${edge.from} ${edge.to}`} edge={edge} marker={edge.kind === 'on' ? marker : `${marker}-back`} />
        ))}
        {layout.nodes.map((node) => (
          <Node key={node.name} node={node} visit={visits?.get(node.name) ?? null} />
        ))}
      </svg>
      <PhaseDots nodes={layout.nodes} runTo={runTo} />
      <ul className={styles.words} aria-label={`Phases of ${info.title}`}>
        {phaseLines(info.phases).map((line, at) => (
          <li key={line}>{line + visitText(visits, info.phases[at]?.name ?? '')}</li>
        ))}
      </ul>
    </div>
  )
}

function Head({ id, back = false }: { readonly id: string; readonly back?: boolean }) {
  return (
    <marker id={id} viewBox="0 0 6 6" refX="1" refY="3" markerWidth="6" markerHeight="6" orient="auto">
      <path d="M0 0L6 3L0 6z" className={cx(styles.head, back && styles.back)} />
    </marker>
  )
}

/** Backward transitions are dashed and in another color; the label interrupts the line and gives the condition. */
function Edge({ edge, marker }: { readonly edge: MapEdge; readonly marker: string }) {
  const back = edge.kind !== 'on'
  return (
    <g data-edge={`${edge.from} ${edge.to}`}>
      <path d={edge.path} className={cx(styles.edge, back && styles.loop)} markerEnd={`url(#${marker})`} />
      {edge.label !== null && (
        <text
          className={cx(styles.label, back && styles.back)}
          x={edge.label.x}
          y={edge.label.y + 3.5}
          textAnchor="middle"
        >
          {edge.label.text}
        </text>
      )}
    </g>
  )
}

function visitText(visits: ReadonlyMap<string, Visit> | null, name: string): string {
  if (visits === null) return ''
  const visit = visits.get(name)
  if (visit === undefined) return ' (not yet)'
  return ` (${counted(visit.times, 'time')}${visit.now ? ', now' : ''})`
}

function Node({ node, visit }: { readonly node: MapNode; readonly visit: Visit | null }) {
  const { x, y, width, height, name } = node
  const state = visit === null ? 'none' : visit.now ? 'now' : 'visited'
  const times = visit !== null && visit.times > 1 ? `${visit.times}×` : null
  return (
    <g
      className={cx(styles.node, state)}
      data-phase={name}
      data-state={visit?.now ? 'now' : visit ? 'visited' : 'none'}
    >
      <rect className={styles.box} x={x} y={y} width={width} height={height} rx={6} />
      <text className={styles.name} x={x + width / 2 + 5} y={y + height / 2 + 4} textAnchor="middle">
        {name}
      </text>
      {times !== null && <Times x={x} y={y} text={times} />}
    </g>
  )
}

/** The number of visits, on the corner of the phase. */
function Times({ x, y, text }: { readonly x: number; readonly y: number; readonly text: string }) {
  const width = 6 * text.length + 7
  return (
    <g>
      <rect className={styles.badge} x={x - 5} y={y - 7} width={width} height={14} rx={7} />
      <text className={styles.times} x={x + width / 2 - 5} y={y + 3.5} textAnchor="middle">
        {text}
      </text>
    </g>
  )
}

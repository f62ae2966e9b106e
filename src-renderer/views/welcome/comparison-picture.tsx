import styles from './comparison-picture.module.css'

/** A bar of the picture: its kind, and its position in px of 320. */
type Bar = readonly [kind: 'wait' | 'model' | 'read' | 'edit' | 'command', x: number, width: number]

const fast: readonly Bar[] = [
  ['wait', 0, 8],
  ['model', 8, 22],
  ['read', 32, 4],
  ['model', 40, 24],
  ['edit', 67, 4],
  ['wait', 74, 10],
  ['model', 84, 18],
  ['command', 104, 40],
  ['model', 146, 34],
]
const slow: readonly Bar[] = [
  ['wait', 0, 12],
  ['model', 12, 46],
  ['read', 62, 20],
  ['wait', 86, 10],
  ['model', 96, 36],
  ['edit', 136, 4],
  ['model', 144, 30],
  ['command', 178, 42],
  ['wait', 224, 8],
  ['model', 232, 66],
]

/** A drawing of a comparison: two strategies on one task, on one axis, with the better one marked. */
export function ComparisonPicture() {
  return (
    <figure className={styles.picture}>
      <p className={styles.verdict}>Both pass. A is 39 % faster with 55 % fewer tokens.</p>
      <svg viewBox="0 0 340 118" role="img" aria-label="Example: the timelines of two strategies on the same task">
        {[0, 80, 160, 240, 320].map((x, index) => (
          <g key={x}>
            <line className={styles.grid} x1={x + 4} x2={x + 4} y1={14} y2={116} />
            <text className={styles.tick} x={x + 4} y={9} textAnchor={index === 4 ? 'end' : 'start'}>
              {index * 10} s
            </text>
          </g>
        ))}
        <Lane name="Tool loop" badge="A" y={20} bars={fast} end={184} />
        <Lane name="Plan, revise, execute" badge="B" y={72} bars={slow} end={302} />
        <path className={styles.curve} d="M 73 53 C 90 70, 142 62, 142 92" />
      </svg>
      <figcaption>One task, two strategies: time, tool calls and the first step that differs.</figcaption>
    </figure>
  )
}

function Lane({
  name,
  badge,
  y,
  bars,
  end,
}: {
  name: string
  badge: string
  y: number
  bars: readonly Bar[]
  end: number
}) {
  return (
    <g>
      <rect className={styles.badge} x={4} y={y} width={14} height={14} rx={4} />
      <text className={styles.badgeText} x={11} y={y + 10.5} textAnchor="middle">
        {badge}
      </text>
      <text className={styles.name} x={23} y={y + 10.5}>
        {name}
      </text>
      {bars.map(([kind, x, width]) => (
        <rect key={x} className={styles[kind]} x={x + 4} y={y + 20} width={width} height={14} rx={2} />
      ))}
      <text className={styles.pass} x={end + 5} y={y + 31}>
        ✓ 14
      </text>
    </g>
  )
}

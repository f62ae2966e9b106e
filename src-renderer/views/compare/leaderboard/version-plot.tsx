import { percent } from '../../../../src-shared/comparison/batch-text.ts'
import type { StrategyLine } from '../../../../src-shared/comparison/leaderboard/strategy-lines.ts'
import own from './versions.module.css'

const [height, left, step] = [150, 40, 44]

/** Success with its interval, version after version; the table beside it has the same in words. */
export function VersionPlot({ line: { versions } }: { readonly line: StrategyLine }) {
  const x = (at: number) => left + 22 + at * step
  const y = (share: number) => 8 + (1 - share) * (height - 16)
  const width = left + versions.length * step
  return (
    <div className={own.plot}>
      <svg width={width} height={height + 20} viewBox={`0 0 ${width} ${height + 20}`} aria-hidden="true">
        {[0, 0.5, 1].map((tick) => (
          <g key={tick}>
            <line className={own.grid} x1={left} x2={width} y1={y(tick)} y2={y(tick)} />
            <text className={own.tick} x={left - 6} y={y(tick) + 4} textAnchor="end">
              {percent(tick)}
            </text>
          </g>
        ))}
        <polyline
          className={own.path}
          points={versions.map(({ success }, at) => `${x(at)},${y(success.value)}`).join(' ')}
        />
        {versions.map(({ version, success, change }, at) => (
          <g key={version} data-tone={change?.verdict}>
            <line className={own.range} x1={x(at)} x2={x(at)} y1={y(success.from)} y2={y(success.to ?? 1)} />
            <circle className={own.point} cx={x(at)} cy={y(success.value)} r={4.5} />
            <text className={own.tick} x={x(at)} y={height + 14} textAnchor="middle">
              {at + 1}
            </text>
          </g>
        ))}
      </svg>
    </div>
  )
}

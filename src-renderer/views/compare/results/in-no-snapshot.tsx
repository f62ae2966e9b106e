import { counted, listed, plural } from '../../../../src-shared/base/format.ts'
import type { ShownLane } from '../../../parts/lanes/lane-text.ts'
import styles from './in-no-snapshot.module.css'

/** One line, which opens: what lanes did to files that no snapshot holds. Nothing if they did none of it. */
export function InNoSnapshot({ lanes }: { readonly lanes: readonly ShownLane[] }) {
  const found = lanes.flatMap(({ lane: { label }, run }) =>
    run?.beside === undefined || run.beside.length === 0 ? [] : [{ label, beside: run.beside }],
  )
  if (found.length === 0) return null
  const count = found.reduce((sum, { beside }) => sum + beside.length, 0)
  const labels = listed(found.map(({ label }) => label))
  return (
    <details className={styles.beside}>
      <summary>
        {counted(count, 'change')} of {plural(found.length, 'lane', 'lanes')} {labels} {plural(count, 'is', 'are')} in
        no snapshot
      </summary>
      <p>
        Ignored files, files over 50 MB, and a nested repository’s own data are not compared below. Applying a lane’s
        result leaves them out.
      </p>
      <dl>
        {found.map(({ label, beside }) => (
          <div key={label}>
            <dt>Lane {label}</dt>
            {beside.map(({ path, kind }) => (
              <dd key={path}>
                <code>{path}</code> {kind}
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </details>
  )
}

import { formatChange } from '../../../src-shared/base/format.ts'
import { revealHidden } from '../../../src-shared/base/hidden-characters.ts'
import { stageHunk, useCommits } from '../../stores/files/commit-store.ts'
import type { FilesIn } from '../../stores/files/known-files.ts'
import { useFilesVersion } from '../../stores/server-cache/files.ts'
import { useAnswer } from '../../stores/server-cache/use-answer.ts'
import { DiffView } from '../../widgets/diff/diff-view.tsx'
import { hunkNames } from '../../widgets/diff/hunk-names.ts'
import { FailureAlert } from '../../widgets/feedback/alert.tsx'
import { Skeleton } from '../../widgets/feedback/skeleton.tsx'

interface Props {
  readonly at: FilesIn
  /** From the top of the repository. */
  readonly path: string
  /** Changes when the file's state in git must be loaded again. */
  readonly asOf: string
}

/** The hunks of a changed file, each of which can be staged and unstaged on its own. */
export function FileHunks({ at, path, asOf }: Props) {
  const version = useFilesVersion((state) => state.version)
  const { answer } = useAnswer('git-hunks', { ...at, path }, `${version} ${asOf}`)
  if (answer.state === 'loading') return <Skeleton lines={2} label="Loading the changes of the file" />
  if (answer.state === 'failed') return <FailureAlert failure={answer.failure} bare />
  const hunks = [
    ...answer.value.staged.map((text) => ({ text, staged: true })),
    ...answer.value.unstaged.map((text) => ({ text, staged: false })),
  ].sort((a, b) => lineOf(a.text) - lineOf(b.text))
  if (hunks.length === 0)
    return <p className="commit-note">This file can only be staged as a whole: it is new, binary or very large.</p>
  return (
    <ul className="commit-hunks" aria-label={`Changes in ${revealHidden(path)}`}>
      {hunks.map((hunk) => (
        <HunkRow key={`${hunk.staged} ${hunk.text}`} at={at} path={path} {...hunk} />
      ))}
    </ul>
  )
}

interface HunkProps {
  readonly at: FilesIn
  readonly path: string
  readonly text: string
  readonly staged: boolean
}

function HunkRow({ at, path, text, staged }: HunkProps) {
  const busy = useCommits((state) => state.busy !== null)
  const [name = 'Change'] = hunkNames(text)
  const count = (sign: string) => text.split('\n').filter((line) => line.startsWith(sign)).length
  return (
    <li>
      <label>
        <input
          type="checkbox"
          checked={staged}
          disabled={busy}
          onChange={() => void stageHunk(at, path, text, !staged)}
        />
        <span>{name}</span>
        <span className="figure">{formatChange(count('+'), count('-'))}</span>
      </label>
      <DiffView path={path} patch={text} limit={24} />
    </li>
  )
}

const lineOf = (hunk: string): number => Number(/^@@ -(\d+)/.exec(hunk)?.[1] ?? 0)

import { GitCommitHorizontal } from 'lucide-react'
import { counted, listed, plural } from '../../../src-shared/base/format.ts'
import {
  commitNow,
  proposeMessage,
  type Repository,
  useCommitDraft,
  useCommits,
  writeCommit,
} from '../../stores/files/commit-store.ts'
import type { FilesIn } from '../../stores/files/known-files.ts'
import { useFilesVersion } from '../../stores/server-cache/files.ts'
import { useReadOnlyProject } from '../../stores/server-cache/read-only-project.ts'
import { useAnswer } from '../../stores/server-cache/use-answer.ts'
import { Button } from '../../widgets/controls/button.tsx'
import { FailureAlert } from '../../widgets/feedback/alert.tsx'
import { Spinner } from '../../widgets/feedback/spinner.tsx'
import { BranchLine } from './branch-line.tsx'
import { StagedFiles } from './staged-files.tsx'
import './commit.css'

interface Props {
  readonly at: FilesIn
  /** Changes when the git status must be loaded again. */
  readonly asOf: string
  /** Project-relative paths of the files that the turn changed. */
  readonly changed: readonly string[]
}

/** Stages files and commits them in the project's git repository. Nothing happens without a click. */
export function CommitSection({ at, asOf, changed }: Props) {
  const version = useFilesVersion((state) => state.version)
  const readOnly = useReadOnlyProject()
  const { answer } = useAnswer('git-state', at, `${version} ${asOf}`)
  if (readOnly) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div className="commit" role="group" aria-label="Commit">
      {answer.state === 'failed' && <FailureAlert failure={answer.failure} bare />}
      {answer.state === 'ready' && answer.value.kind === 'none' && (
        <p className="commit-note">This project is in no git repository, so there is nothing to commit here.</p>
      )}
      {answer.state === 'ready' && answer.value.kind === 'repository' && (
        <InRepository at={at} state={answer.value} changed={changed} />
      )}
    </div>
  )
}

interface InRepositoryProps {
  readonly at: FilesIn
  readonly state: Repository
  readonly changed: readonly string[]
}

function InRepository({ at, state, changed }: InRepositoryProps) {
  const draft = useCommitDraft(at)
  const busy = useCommits((all) => all.busy)
  const staged = state.files.filter((file) => file.staged !== null).length
  const blocked = state.busy !== null || state.branch === null
  const ready = staged > 0 && draft.message.trim() !== '' && !blocked && busy === null
  const propose = state.files.length > 0 && busy === null
  return (
    <>
      <BranchLine at={at} branch={state.branch} proposed={draft.branch} />
      {state.busy !== null && <p className="commit-note warn">{state.busy}</p>}
      <StagedFiles at={at} state={state} changed={changed} />
      {state.files.length > 0 && (
        <>
          <textarea
            aria-label="Commit message"
            placeholder="What this commit does, and why"
            rows={4}
            value={draft.message}
            onChange={(event) => writeCommit(at, { message: event.target.value, by: null })}
          />
          <div className="commit-proposal">
            <span className="commit-note">{draft.by === null ? '' : `Proposed by ${draft.by}`}</span>
            {busy === 'propose' && <Spinner />}
            <Button small look="quiet" disabled={!propose} onClick={() => void proposeMessage(at)}>
              {draft.by === null ? 'Propose a message' : 'Propose again'}
            </Button>
          </div>
          <Button
            look="primary"
            icon={<GitCommitHorizontal aria-hidden="true" />}
            disabled={!ready}
            onClick={() => void commitNow(at, draft.message)}
          >
            {busy === 'commit' ? 'Committing…' : `Commit ${counted(staged, 'staged file')}`}
          </Button>
          <p className="commit-note">{noteOn(state)}</p>
        </>
      )}
    </>
  )
}

function noteOn({ hooks, hooksRun }: Repository): string {
  if (hooks.length === 0) return 'Nothing is pushed. You can undo the commit.'
  const named = `${plural(hooks.length, 'hook')} ${listed(hooks)}`
  if (hooksRun)
    return `The ${named} ${plural(hooks.length, 'runs', 'run')} first, confined as commands are. Nothing is pushed.`
  return `The ${named} can’t be confined here and will not run. Commit in a terminal to run ${plural(hooks.length, 'it', 'them')}.`
}

import { GitCommitHorizontal } from 'lucide-react'
import { counted, listed, plural } from '../../../src-shared/base/format.ts'
import {
  amendNewest,
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
  const { amends, branch } = useCommitDraft(at)
  const canCommit = state.busy === null && state.branch !== null
  return (
    <>
      <BranchLine at={at} branch={state.branch} proposed={branch} />
      {state.busy !== null && <p className="commit-note warn">{state.busy}</p>}
      {state.stagedOutside > 0 && <p className="commit-note warn">{outsideNote(state.stagedOutside)}</p>}
      <StagedFiles at={at} state={state} changed={changed} />
      {canCommit && (
        <label className="commit-amend">
          <input
            type="checkbox"
            checked={amends !== null}
            onChange={(event) => void amendNewest(at, event.target.checked)}
          />
          Amend the last commit
        </label>
      )}
      {(state.files.length > 0 || amends !== null) && <Message at={at} state={state} canCommit={canCommit} />}
    </>
  )
}

interface MessageProps {
  readonly at: FilesIn
  readonly state: Repository
  readonly canCommit: boolean
}

/** The message, and the button that commits. */
function Message({ at, state, canCommit }: MessageProps) {
  const draft = useCommitDraft(at)
  const busy = useCommits((all) => all.busy)
  const staged = state.files.filter((file) => file.staged !== null).length
  const reworded = draft.amends !== null && draft.message.trim() !== draft.amends
  const ready = (staged > 0 || reworded) && draft.message.trim() !== '' && canCommit && busy === null
  return (
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
        <Button
          small
          look="quiet"
          disabled={state.files.length === 0 || busy !== null}
          onClick={() => void proposeMessage(at)}
        >
          {draft.by === null ? 'Propose a message' : 'Propose again'}
        </Button>
      </div>
      <Button
        look="primary"
        icon={<GitCommitHorizontal aria-hidden="true" />}
        disabled={!ready}
        onClick={() => void commitNow(at, draft)}
      >
        {busy === 'commit' ? 'Committing…' : commitLabel(draft.amends !== null, staged)}
      </Button>
      <p className="commit-note">{noteOn(state)}</p>
    </>
  )
}

function commitLabel(amend: boolean, staged: number): string {
  if (!amend) return `Commit ${counted(staged, 'staged file')}`
  return staged === 0 ? 'Amend the message' : `Amend with ${counted(staged, 'staged file')}`
}

const outsideNote = (staged: number): string =>
  `The repository is larger than the project: ${counted(staged, 'file')} outside of its folder ${plural(staged, 'is', 'are')} staged, and will be in the commit.`

function noteOn({ hooks, hooksRun }: Repository): string {
  if (hooks.length === 0) return 'Nothing is pushed. You can undo the commit.'
  const named = `${plural(hooks.length, 'hook')} ${listed(hooks)}`
  if (hooksRun)
    return `The ${named} ${plural(hooks.length, 'runs', 'run')} first, confined as commands are. Nothing is pushed.`
  return `The ${named} can’t be confined here and will not run. Commit in a terminal to run ${plural(hooks.length, 'it', 'them')}.`
}

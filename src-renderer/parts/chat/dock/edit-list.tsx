import { ChevronRight, ShieldQuestion } from 'lucide-react'
import { useState } from 'react'
import { counted, formatChange, formatFiles, formatNumber, listed } from '../../../../src-shared/base/format.ts'
import { revealHidden } from '../../../../src-shared/base/hidden-characters.ts'
import type { ApprovalAnswer } from '../../../../src-shared/model/tool.ts'
import { useWholeSpan } from '../../../stores/runs/whole-spans.ts'
import { Button } from '../../../widgets/controls/button.tsx'
import { Skeleton } from '../../../widgets/feedback/skeleton.tsx'
import { DenyNote } from '../cards/deny-note.tsx'
import { QuestionFrame } from '../cards/question-frame.tsx'
import { Body } from '../cards/tool-body.tsx'
import { decideCall } from './decide-call.ts'
import type { WaitingEdit } from './open-questions.ts'

interface Props {
  readonly runId: string
  /** In the order of their files. */
  readonly edits: readonly WaitingEdit[]
  /** Its place among several open questions, in words. */
  readonly place?: string | undefined
}
type Decision = ApprovalAnswer['decision']

/** Several edits that wait: allowed or denied together, without some, or one by one. */
export function EditList({ runId, edits, place }: Props) {
  const [sent, setSent] = useState<ReadonlySet<string>>(new Set())
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [note, setNote] = useState('')
  const open = edits.filter(({ path }) => !sent.has(path))
  const taken = open.filter(({ path }) => !left.has(path))
  const decide = async (answers: readonly { edit: WaitingEdit; decision: Decision; note: string }[]) => {
    setSent((before) => new Set([...before, ...answers.map(({ edit }) => edit.path)]))
    const failed = await Promise.all(
      answers.map(async ({ edit: { path }, ...answer }) =>
        (await decideCall({ runId, path, ...answer })) ? [] : [path],
      ),
    )
    if (failed.flat().length > 0) setSent((before) => without(before, failed.flat()))
  }
  const allow = () => {
    if (taken.length === 0) return
    void decide(
      open.map((edit) =>
        left.has(edit.path) ? { edit, decision: 'deny', note: leftOut } : { edit, decision: 'allow', note: '' },
      ),
    )
  }
  const deny = () => void decide(open.map((edit) => ({ edit, decision: 'deny', note })))
  return (
    <QuestionFrame
      label="Approve edits"
      name={edits.map(({ path }) => path).join(' ')}
      keys={{ y: allow, n: deny }}
      primary={allow}
    >
      <Head edits={open} taken={taken} place={place} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard. */}
      <ul className="chat-edits" aria-label="Edits that wait" tabIndex={0}>
        {open.map((edit) => (
          <EditRow
            key={edit.path}
            runId={runId}
            edit={edit}
            ticked={!left.has(edit.path)}
            onTick={(ticked) =>
              setLeft((before) => (ticked ? without(before, [edit.path]) : new Set([...before, edit.path])))
            }
            onDecide={(decision) => void decide([{ edit, decision, note: '' }])}
          />
        ))}
      </ul>
      <div className="chat-answers">
        <Button look="primary" keys="y" disabled={taken.length === 0} onClick={allow}>
          Allow {formatNumber(taken.length)}
        </Button>
        <Button look="quiet" keys="n" disabled={open.length === 0} onClick={deny}>
          Deny all
        </Button>
        <DenyNote note={note} sent={open.length === 0} onChange={setNote} onDeny={deny} />
      </div>
    </QuestionFrame>
  )
}

/** What the model is told of a file that was not ticked. */
const leftOut = 'I left this file out and allowed the others.'

const without = (from: ReadonlySet<string>, paths: readonly string[]): ReadonlySet<string> =>
  new Set([...from].filter((path) => !paths.includes(path)))

const nameOf = ({ change }: WaitingEdit): string => revealHidden(change.file)

interface HeadProps {
  readonly edits: readonly WaitingEdit[]
  readonly taken: readonly WaitingEdit[]
  readonly place: string | undefined
}

function Head({ edits, taken, place }: HeadProps) {
  const sum = (part: 'added' | 'removed') => taken.reduce((total, { change }) => total + change[part], 0)
  const out = edits.filter((edit) => !taken.includes(edit)).map(nameOf)
  const few =
    out.length > 3 ? `${out.slice(0, 2).join(', ')} and ${counted(out.length - 2, 'more', 'more')}` : listed(out)
  const count = formatNumber(taken.length)
  return (
    <div className="chat-asked">
      <p>
        <ShieldQuestion size={15} aria-hidden="true" />
        <b>
          {out.length === 0 ? `Edit ${formatFiles(edits.length)}?` : `Edit ${count} of ${formatFiles(edits.length)}?`}
        </b>
        <span className="figure">{formatChange(sum('added'), sum('removed'))}</span>
        {place !== undefined && <span className="chat-place">{place}</span>}
      </p>
      {out.length > 0 && <p className="chat-note">Without {few}, which the agent is told.</p>}
    </div>
  )
}

interface RowProps {
  readonly runId: string
  readonly edit: WaitingEdit
  readonly ticked: boolean
  readonly onTick: (ticked: boolean) => void
  readonly onDecide: (decision: Decision) => void
}

function EditRow({ runId, edit, ticked, onTick, onDecide }: RowProps) {
  const [shown, setShown] = useState(false)
  const name = nameOf(edit)
  const { added, removed } = edit.change
  return (
    <li className={shown ? 'shown' : undefined}>
      <div>
        <input type="checkbox" aria-label={name} checked={ticked} onChange={(event) => onTick(event.target.checked)} />
        <button
          type="button"
          className="chat-edit-file"
          aria-expanded={shown}
          title={name}
          onClick={() => setShown(!shown)}
        >
          <ChevronRight size={13} aria-hidden="true" />
          <code>{name}</code>
          <span className="figure">{formatChange(added, removed)}</span>
        </button>
      </div>
      {shown && (
        <>
          <Change runId={runId} edit={edit} />
          <p className="chat-answers">
            <Button small aria-label={`Allow only this file: ${name}`} onClick={() => onDecide('allow')}>
              Allow only this file
            </Button>
            <Button small look="quiet" aria-label={`Deny only this file: ${name}`} onClick={() => onDecide('deny')}>
              Deny only this file
            </Button>
          </p>
        </>
      )}
    </li>
  )
}

/** Of a long run the change is loaded when it is looked at. */
function Change({ runId, edit }: Pick<RowProps, 'runId' | 'edit'>) {
  const whole = useWholeSpan(runId, edit.span)
  const preview = (whole?.kind === 'tool' ? whole.approval?.ask.preview : undefined) ?? edit.ask.preview
  const isMissing = preview.kind === 'diff' && preview.patch === '' && preview.added + preview.removed > 0
  return <div className="chat-edit-change">{isMissing ? <Skeleton lines={3} /> : <Body body={preview} />}</div>
}

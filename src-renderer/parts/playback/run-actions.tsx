import { CirclePlay, Ellipsis, FileCheck, FileDown, ListChecks, RotateCw } from 'lucide-react'
import type { Run, Turn } from '../../../src-shared/run/conversation.ts'
import { toastOnFailure } from '../../stores/report.ts'
import { playBack } from '../../stores/runs/playback-store.ts'
import { replay } from '../../stores/runs/replays.ts'
import { resumeRun, runAgain } from '../../stores/runs/run-again.ts'
import { openExport } from '../../stores/server-cache/export-store.ts'
import { useReadOnly } from '../../stores/server-cache/read-only-project.ts'
import { titleNow } from '../../stores/server-cache/strategy-titles.ts'
import { continueAnswer } from '../../stores/session/again/ask-again.ts'
import { select } from '../../stores/session/selection-store.ts'
import { Button } from '../../widgets/controls/button.tsx'
import { IconButton } from '../../widgets/controls/icon-button.tsx'
import { Menu } from '../../widgets/overlays/menu.tsx'
import styles from './run-actions.module.css'

const isEnded = ({ status }: Run) => status !== 'running' && status !== 'waiting'

const words = {
  replay:
    'Re-executes the run from its recording, without calling the model or tools, and checks that every step matches.',
  resume: 'Continues from its last finished step. Nothing that was finished is done again.',
  goOn: 'Asks the model to go on from what it had written. Nothing that was written or done is repeated.',
  again: 'Runs it again from the files as they were before it, which can be undone, and shows both runs side by side.',
  current: 'The files stay as they are now.',
} as const

/** Plays the run back on the timeline from its start. */
function watch(run: Run): void {
  select({ runId: run.id, path: '' }, 'chat')
  // The timeline switches to the selected run in the next frame.
  requestAnimationFrame(() => requestAnimationFrame(() => playBack([run.id], { play: true, at: 0 })))
}

interface RunMenuProps {
  readonly run: Run
  /** In a comparison, where all runs are played back together and starting another run is not offered. */
  readonly compared?: boolean
}

/** Actions on an ended run, at its end in the chat. */
export function RunMenu({ run, compared = false }: RunMenuProps) {
  if (!isEnded(run)) return null
  // No strategy of the app did it: it can't be done again.
  const recorded = run.recordedBy !== undefined
  const replayed = { label: 'Verify', icon: <ListChecks />, summary: words.replay, run: () => void replay(run) }
  const played = {
    label: 'Play back',
    icon: <CirclePlay />,
    summary: 'Plays the recorded run on the timeline.',
    run: () => watch(run),
  }
  const again = (files?: 'as-they-are') => void toastOnFailure(runAgain(run, files))
  const fromBefore = { label: 'Run again', icon: <RotateCw />, summary: words.again, run: () => again() }
  const onCurrent = {
    label: 'Run again on the current files',
    icon: <FileCheck />,
    summary: words.current,
    run: () => again('as-they-are'),
  }
  const exported = {
    label: 'Export…',
    icon: <FileDown />,
    run: () => openExport({ kind: 'run', id: run.id }, `${titleNow(run.strategy)}, ${run.id}`),
  }
  return (
    <Menu
      align="end"
      trigger={
        <IconButton small label="More for this run">
          <Ellipsis aria-hidden="true" />
        </IconButton>
      }
      groups={[
        { items: [...(compared ? [] : [played]), ...(recorded ? [] : [replayed])] },
        ...(compared || recorded ? [] : [{ items: [fromBefore, onCurrent] }]),
        { items: [exported] },
      ]}
    />
  )
}

/** The same actions as buttons, for views of the whole run. */
export function RunButtons({ run }: { readonly run: Run }) {
  if (!isEnded(run) || run.recordedBy !== undefined) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms.
    <div className={styles.buttons} role="group" aria-label="Actions for this run">
      <Button small title={words.replay} onClick={() => void replay(run)}>
        Verify
      </Button>
      <Button small title={words.again} onClick={() => void toastOnFailure(runAgain(run))}>
        Run again
      </Button>
    </div>
  )
}

/** Resumes a stopped run; shown next to the note that it was stopped. */
export function ResumeButton({ run }: { readonly run: Run }) {
  if (run.imported) return null
  return (
    <Button small title={words.resume} onClick={() => void toastOnFailure(resumeRun(run))}>
      Resume
    </Button>
  )
}

/** Goes on with a new message: the model reads what it had written and done. */
export function ContinueButton({ run, turn }: { readonly run: Run; readonly turn: Turn }) {
  const readOnly = useReadOnly()
  if (readOnly || run.recordedBy !== undefined) return null
  return (
    <Button small title={words.goOn} onClick={() => void toastOnFailure(continueAnswer(run, turn))}>
      Continue
    </Button>
  )
}

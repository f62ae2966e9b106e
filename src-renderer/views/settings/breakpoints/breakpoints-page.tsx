import { Plus, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { SavedBreakpoint } from '../../../../src-shared/run/debug/breakpoint.ts'
import { breakpointText, readBreakpoint } from '../../../../src-shared/run/debug/breakpoint-text.ts'
import { Page } from '../../../parts/settings/page.tsx'
import styles from '../../../parts/settings/settings.module.css'
import {
  breakpointAt,
  isSameBreakpoint,
  loadBreakpoints,
  saveBreakpoints,
  useBreakpoints,
} from '../../../stores/server-cache/breakpoint-store.ts'
import { useWorkbench } from '../../../stores/session/workbench-store.ts'
import { Button } from '../../../widgets/controls/button.tsx'
import { IconButton } from '../../../widgets/controls/icon-button.tsx'
import { Switch } from '../../../widgets/controls/switch.tsx'
import { TextField } from '../../../widgets/controls/text-field.tsx'

/** The breakpoints of the open project: on or off, and whether trials pause at them too. */
export function BreakpointsPage() {
  const list = useBreakpoints((state) => state.list)
  const project = useWorkbench((state) => state.project)
  const projectId = project?.id ?? null
  // biome-ignore lint/correctness/useExhaustiveDependencies: another project has others.
  useEffect(() => void loadBreakpoints(), [projectId])
  return (
    <Page
      title="Breakpoints"
      text="Runs pause before a step at which a breakpoint is set. You can look at the step, edit it or answer it by hand, then step or continue. Set them here, on the phases of a strategy’s map, or at a step in the conversation or on the timeline: with the mark at its left, its context menu or F9."
    >
      {project === null ? (
        <p className={styles.hint}>Open a project to set breakpoints.</p>
      ) : (
        <>
          <ul className={styles.rows} aria-label="Breakpoints">
            {list.map((each) => (
              <BreakpointRow key={breakpointText(each.at)} saved={each} list={list} />
            ))}
            {list.length === 0 && <li className={styles.none}>No breakpoints in {project.name} yet.</li>}
          </ul>
          <NewBreakpoint list={list} />
        </>
      )}
    </Page>
  )
}

interface RowProps {
  readonly saved: SavedBreakpoint
  readonly list: readonly SavedBreakpoint[]
}

function BreakpointRow({ saved, list }: RowProps) {
  const text = breakpointText(saved.at)
  const change = (part: Partial<SavedBreakpoint>) =>
    void saveBreakpoints(list.map((each) => (isSameBreakpoint(each.at, saved.at) ? { ...each, ...part } : each)))
  return (
    <li className={styles.profile}>
      <div className={styles.words}>
        <code>{text}</code>
      </div>
      <Switch label="On" checked={saved.active} onChange={(active) => change({ active })} />
      <Switch label="In trials too" checked={saved.trials} onChange={(trials) => change({ trials })} />
      <IconButton
        small
        label={`Remove the breakpoint ${text}`}
        side="left"
        onClick={() => void saveBreakpoints(list.filter((each) => !isSameBreakpoint(each.at, saved.at)))}
      >
        <X aria-hidden="true" />
      </IconButton>
    </li>
  )
}

function NewBreakpoint({ list }: { readonly list: readonly SavedBreakpoint[] }) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | undefined>()
  const add = async () => {
    const read = readBreakpoint(text)
    if (!read.ok) return setProblem(read.problem)
    if (breakpointAt(list, read.at) !== null) return setProblem('This breakpoint is set already.')
    if (await saveBreakpoints([...list, { at: read.at, active: true, trials: false }])) setText('')
  }
  return (
    <form
      className={styles.addition}
      onSubmit={(event) => {
        event.preventDefault()
        void add()
      }}
    >
      <TextField
        label="New breakpoint"
        hint="For example: tool:edit_file, step:check, phase:review, role:critic, agent:reviewer, path:src/**, cost>0.5, score<0.8"
        problem={problem}
        mono
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setProblem(undefined)
        }}
      />
      <div className={styles.actions}>
        <Button small type="submit" icon={<Plus aria-hidden="true" />} disabled={text.trim() === ''}>
          Add a breakpoint
        </Button>
      </div>
    </form>
  )
}

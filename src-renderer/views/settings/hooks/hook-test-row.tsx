import { useState } from 'react'
import type { HookVerdict } from '../../../../src-shared/api/hook-requests.ts'
import type { Hook } from '../../../../src-shared/hooks/hook.ts'
import styles from '../../../parts/settings/settings.module.css'
import { useAnswer } from '../../../stores/server-cache/use-answer.ts'
import { openProjectId } from '../../../stores/session/workbench-store.ts'
import { TextField } from '../../../widgets/controls/text-field.tsx'
import { cx } from '../../../widgets/cx.ts'

interface Props {
  readonly event: Hook['event']
  /** Null while it can't be saved. */
  readonly hook: Hook | null
}

/** Says what a hook would run for a call that is typed here. */
export function HookTestRow({ event, hook }: Props) {
  const [tool, setTool] = useState('edit_file')
  const [subject, setSubject] = useState('')
  const atEnd = event === 'run-end'
  // Whichever tool or command edits a file, a hook after it is chosen by the path alone.
  const isForPaths = event === 'after-edit'
  const asked = isForPaths ? 'edit_file' : tool.trim()
  const isAsked = hook !== null && (atEnd || (asked !== '' && subject.trim() !== ''))
  const params = isAsked ? { projectId: openProjectId(), hook, tool: asked || '-', subject: subject.trim() } : null
  const { answer } = useAnswer('hook-test', params)
  return (
    <fieldset className={cx(styles.editor, styles.fieldset)}>
      <legend className={styles.label}>What would run</legend>
      {!atEnd && (
        <div className={styles.pair}>
          {!isForPaths && (
            <TextField label="Tool to test with" mono value={tool} onChange={({ target }) => setTool(target.value)} />
          )}
          <TextField
            label={isForPaths ? 'Path to test with' : 'Path or command'}
            mono
            placeholder="src/index.ts"
            value={subject}
            onChange={({ target }) => setSubject(target.value)}
          />
        </div>
      )}
      <p className={styles.hint} role="status">
        {hook === null || !isAsked
          ? 'Nothing is run here.'
          : answer.state === 'ready'
            ? verdictText(answer.value, hook)
            : answer.state === 'failed'
              ? answer.failure.message
              : ''}
      </p>
    </fieldset>
  )
}

function verdictText({ runs, place }: HookVerdict, hook: Hook): string {
  if (!runs) return 'This hook does not run for this call.'
  const where = place === null ? '' : ` in ${place.folder}. ${place.confined}`
  return `Runs: ${hook.command}${where}`
}

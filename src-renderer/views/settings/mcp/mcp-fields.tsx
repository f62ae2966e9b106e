import styles from '../../../parts/settings/settings.module.css'
import { TextArea } from '../../../widgets/controls/text-area.tsx'
import { TextField } from '../../../widgets/controls/text-field.tsx'
import type { McpForm, McpProblems } from './mcp-form.ts'

interface FieldsProps {
  form: McpForm
  problems: McpProblems
  set: (change: Partial<McpForm>) => void
}

export function ProgramFields({ form, problems, set }: FieldsProps) {
  return (
    <>
      <TextField
        label="Program"
        mono
        spellCheck={false}
        placeholder="npx"
        value={form.command}
        problem={problems.command}
        onChange={(event) => set({ command: event.target.value })}
      />
      <div className={styles.pair}>
        <TextArea
          label="Arguments"
          mono
          rows={3}
          spellCheck={false}
          hint="One a line"
          value={form.args}
          onChange={(event) => set({ args: event.target.value })}
        />
        <TextArea
          label="Environment"
          mono
          rows={3}
          spellCheck={false}
          problem={problems.env}
          hint="NAME=value, one a line; ${NAME} takes a value of your own environment. Stored as it is."
          value={form.env}
          onChange={(event) => set({ env: event.target.value })}
        />
      </div>
      <TextField
        label="Folder"
        mono
        spellCheck={false}
        hint="It is started in this folder. Empty: the project’s folder"
        value={form.cwd}
        onChange={(event) => set({ cwd: event.target.value })}
      />
    </>
  )
}

export function AddressFields({ form, problems, set }: FieldsProps) {
  return (
    <>
      <TextField
        label="Address"
        mono
        spellCheck={false}
        placeholder="https://…/mcp"
        value={form.url}
        problem={problems.url}
        onChange={(event) => set({ url: event.target.value })}
      />
      <TextArea
        label="Headers"
        mono
        rows={3}
        spellCheck={false}
        problem={problems.headers}
        hint="Name: value, one a line, such as Authorization: Bearer ${TOKEN}. Stored as it is."
        value={form.headers}
        onChange={(event) => set({ headers: event.target.value })}
      />
    </>
  )
}

export function LimitFields({ form, problems, set }: FieldsProps) {
  return (
    <div className={styles.pair}>
      <TextField
        label="Start timeout"
        inputMode="decimal"
        hint="Seconds. Default: 20"
        value={form.startSeconds}
        problem={problems.startSeconds}
        onChange={(event) => set({ startSeconds: event.target.value })}
      />
      <TextField
        label="Call timeout"
        inputMode="decimal"
        hint="Seconds without progress. Default: 120"
        value={form.callSeconds}
        problem={problems.callSeconds}
        onChange={(event) => set({ callSeconds: event.target.value })}
      />
    </div>
  )
}

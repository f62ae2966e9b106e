import { useState } from 'react'
import { toast } from 'sonner'
import type { Editors } from '../../../src-shared/api/viewing-requests.ts'
import { addressProblem, argumentsProblem, type EditorChoice } from '../../../src-shared/settings/editor-choice.ts'
import { defaultSettings } from '../../../src-shared/settings/settings.ts'
import { ask } from '../../host/host.ts'
import { followAddress } from '../../parts/files/follow-address.ts'
import { Page, Row } from '../../parts/settings/page.tsx'
import styles from '../../parts/settings/settings.module.css'
import { toastOnFailure } from '../../stores/report.ts'
import { valueOr } from '../../stores/server-cache/loadable.ts'
import { changeSettings, useSettings, useSettingsNow } from '../../stores/server-cache/settings-store.ts'
import { useAnswer } from '../../stores/server-cache/use-answer.ts'
import { Button } from '../../widgets/controls/button.tsx'
import { type Choice, Select } from '../../widgets/controls/select.tsx'
import { TextArea } from '../../widgets/controls/text-area.tsx'
import { TextField } from '../../widgets/controls/text-field.tsx'

/** The editor that opens files. */
export function EditorPage() {
  const ready = useSettings((state) => state.settings.state === 'ready')
  return (
    <Page
      title="Editor"
      text="Names of files are links. A click shows the file here; “Open in editor” opens it at its line in the editor chosen here."
    >
      <Choices key={String(ready)} />
    </Page>
  )
}

const noEditors: Editors = { presets: [], detected: null }
/** A field is saved on blur; the next click must wait for that. */
let saved: Promise<unknown> = Promise.resolve()
const choose = (editor: EditorChoice) => {
  saved = toastOnFailure(changeSettings({ editor }))
}

function Choices() {
  const { editor } = useSettingsNow()
  const { answer } = useAnswer('editors-list', {})
  const editors = answer.state === 'ready' ? answer.value : noEditors
  return (
    <div className={styles.rows}>
      <Row label="Editor" hint={hintOf(editor, editors)}>
        <Select
          name="Editor"
          value={editor.kind === 'preset' ? `preset ${editor.preset}` : editor.kind}
          choices={choicesOf(editor, editors)}
          onChange={(value) => choose(chosen(value))}
        />
      </Row>
      {editor.kind === 'address' && <Address editor={editor} />}
      {editor.kind === 'program' && <Program editor={editor} />}
      <Row label="Test" hint="Opens the guide to writing strategies at line 3.">
        <Button onClick={() => void toastOnFailure(test())}>Test</Button>
      </Row>
    </div>
  )
}

async function test(): Promise<void> {
  await saved
  const { editor } = valueOr(useSettings.getState().settings, defaultSettings)
  const opened = await ask('editor-test', { editor })
  followAddress(opened)
  toast(`Opened in ${opened.editor}`)
}

function choicesOf(editor: EditorChoice, { presets, detected }: Editors): readonly Choice<string>[] {
  const named = presets.find(({ preset }) => preset === detected)?.name
  const known = presets.map(({ preset, name, found }) => ({
    value: `preset ${preset}`,
    label: name,
    group: found ? 'Found on this computer' : 'Not found',
  }))
  const other =
    editor.kind === 'preset' && !presets.some(({ preset }) => preset === editor.preset)
      ? [{ value: `preset ${editor.preset}`, label: editor.preset, group: 'Not found' }]
      : []
  return [
    { value: 'detect', label: `Detected (${named ?? 'none found'})` },
    ...known.filter(({ group }) => group === 'Found on this computer'),
    ...[...known, ...other].filter(({ group }) => group === 'Not found'),
    { value: 'program', label: 'A program…', group: 'Another' },
    { value: 'address', label: 'An address…', group: 'Another' },
  ]
}

function chosen(value: string): EditorChoice {
  if (value === 'program') return { kind: 'program', program: 'code', args: ['--goto', '{file}:{line}:{column}'] }
  if (value === 'address') return { kind: 'address', address: 'vscode://file/{file}:{line}:{column}' }
  return value === 'detect' ? { kind: 'detect' } : { kind: 'preset', preset: value.slice('preset '.length) }
}

function hintOf(editor: EditorChoice, { presets, detected }: Editors): string {
  if (editor.kind === 'detect')
    return detected === null ? 'No editor was found on this computer. Choose one.' : 'The first that was found.'
  const isFound = editor.kind !== 'preset' || presets.some(({ preset, found }) => preset === editor.preset && found)
  return isFound || presets.length === 0 ? '' : 'Not found on this computer. Its address is tried, if it has one.'
}

/** Saved on blur if valid; an invalid value stays in the field with the reason. */
function Address({ editor }: { readonly editor: Extract<EditorChoice, { kind: 'address' }> }) {
  const [address, setAddress] = useState(editor.address)
  const problem = addressProblem(address)
  return (
    <TextField
      label="Address"
      hint="With {file}, {line} and {column}. Only this address is ever opened."
      problem={problem}
      mono
      value={address}
      onChange={(event) => setAddress(event.target.value)}
      onBlur={() => problem === null && address !== editor.address && choose({ kind: 'address', address })}
    />
  )
}

function Program({ editor }: { readonly editor: Extract<EditorChoice, { kind: 'program' }> }) {
  const [program, setProgram] = useState(editor.program)
  const [args, setArgs] = useState(editor.args.join('\n'))
  const list = args.split('\n').filter((each) => each !== '')
  const problem = argumentsProblem(list)
  const save = () => {
    const changed = program !== editor.program || list.join('\n') !== editor.args.join('\n')
    if (changed && problem === null && program.trim() !== '')
      choose({ kind: 'program', program: program.trim(), args: list })
  }
  return (
    <>
      <TextField
        label="Program"
        hint="A name on the PATH, or an absolute path. It is started without a shell."
        problem={program.trim() === '' ? 'Name a program.' : null}
        mono
        value={program}
        onChange={(event) => setProgram(event.target.value)}
        onBlur={save}
      />
      <TextArea
        label="Arguments"
        hint="One a line, with {file}, {line} and {column}."
        problem={problem}
        mono
        rows={3}
        value={args}
        onChange={(event) => setArgs(event.target.value)}
        onBlur={save}
      />
    </>
  )
}

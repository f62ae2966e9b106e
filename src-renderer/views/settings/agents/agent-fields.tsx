import { SwitchRow } from '../../../parts/settings/page.tsx'
import styles from '../../../parts/settings/settings.module.css'
import { TextArea } from '../../../widgets/controls/text-area.tsx'
import { TextField } from '../../../widgets/controls/text-field.tsx'
import type { AgentForm, AgentProblems } from './agent-form.ts'
import { AgentKeys } from './agent-keys.tsx'

interface Props {
  readonly form: AgentForm
  readonly problems: AgentProblems
  readonly set: (change: Partial<AgentForm>) => void
}

/** How an agent is started, and what it gets. */
export function AgentFields({ form, problems, set }: Props) {
  return (
    <>
      <div className={styles.pair}>
        <TextField
          label="Name"
          value={form.name}
          problem={problems['name']}
          hint="What strategies call it"
          onChange={(event) => set({ name: event.target.value })}
        />
        <TextField
          label="Icon"
          value={form.icon}
          problem={problems['icon']}
          hint="An emoji or a letter or two"
          onChange={(event) => set({ icon: event.target.value })}
        />
      </div>
      <TextField
        label="Command"
        value={form.command}
        problem={problems['command']}
        hint="A program on the PATH, or its absolute path"
        onChange={(event) => set({ command: event.target.value })}
      />
      <TextArea
        label="Arguments"
        value={form.args}
        rows={2}
        problem={problems['args']}
        hint="One a line"
        onChange={(event) => set({ args: event.target.value })}
      />
      <TextArea
        label="Environment"
        value={form.env}
        rows={3}
        problem={problems['env']}
        hint="NAME=value, one a line. ${NAME} stands for a variable of your own environment."
        onChange={(event) => set({ env: event.target.value })}
      />
      <AgentKeys keys={form.keys} problem={problems['keys']} onChange={(keys) => set({ keys })} />
      <TextArea
        label="Its own folders"
        value={form.folders}
        rows={3}
        problem={problems['folders']}
        hint="Where it keeps its settings and sign-in, relative to your home folder, one a line. It may read and write these besides the project."
        onChange={(event) => set({ folders: event.target.value })}
      />
      <SwitchRow
        label="Network access"
        hint="Without it the agent reaches only what runs inside its own sandbox; most agents need it for their model."
        checked={form.network}
        onChange={(network) => set({ network })}
      />
      <SwitchRow
        label="Hand over MCP servers"
        hint="The agent connects to your enabled MCP servers by itself, with the settings you entered for them: their calls don’t pass our approval. It doesn’t get the sign-ins that Stratagem keeps."
        checked={form.servers}
        onChange={(servers) => set({ servers })}
      />
    </>
  )
}

import type { McpServer, McpTool } from '../../../../src-shared/mcp/mcp-server.ts'
import { SwitchRow } from '../../../parts/settings/page.tsx'
import styles from '../../../parts/settings/settings.module.css'
import { Switch } from '../../../widgets/controls/switch.tsx'

type Choice = Pick<McpServer, 'off' | 'reads'>

interface McpToolListProps {
  tools: readonly McpTool[]
  choice: Choice
  onChange: (choice: Choice) => void
}

/** A server's tools: which are offered to agents, and which run unasked since they only read. */
export function McpToolList({ tools, choice, onChange }: McpToolListProps) {
  if (tools.length === 0) return <p className={styles.hint}>“Test” asks the server for its tools.</p>
  return (
    <fieldset className={styles.group} aria-label="Tools">
      {tools.map((tool) => (
        <div key={tool.name}>
          <SwitchRow
            label={tool.name}
            hint={firstLine(tool.description)}
            checked={!choice.off.includes(tool.name)}
            onChange={(offered) => onChange({ ...choice, off: listed(choice.off, tool.name, !offered) })}
          />
          {!choice.off.includes(tool.name) && (
            <Switch
              label={`${tool.name} only reads: run it without asking`}
              {...(tool.saysReads && { hint: 'The server says so.' })}
              checked={choice.reads.includes(tool.name)}
              onChange={(reads) => onChange({ ...choice, reads: listed(choice.reads, tool.name, reads) })}
            />
          )}
        </div>
      ))}
    </fieldset>
  )
}

const firstLine = (text: string): string => text.split('\n', 1)[0] ?? ''

const listed = (names: readonly string[], name: string, isIn: boolean): readonly string[] =>
  isIn ? [...names.filter((each) => each !== name), name] : names.filter((each) => each !== name)

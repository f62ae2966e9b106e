import { isToolOn, type McpServer, type McpTool } from '../../../../src-shared/mcp/mcp-server.ts'
import { Row } from '../../../parts/settings/page.tsx'
import styles from '../../../parts/settings/settings.module.css'
import { Select } from '../../../widgets/controls/select.tsx'

type Choice = Pick<McpServer, 'off' | 'reads' | 'only'>
type Use = 'off' | 'ask' | 'reads'

interface McpToolListProps {
  tools: readonly McpTool[]
  choice: Choice
  onChange: (choice: Choice) => void
}

/** A server's tools: which ones are offered to agents, and which ones run without approval because they only read. */
export function McpToolList({ tools, choice, onChange }: McpToolListProps) {
  if (tools.length === 0) return <p className={styles.hint}>“Test” asks the server for its tools.</p>
  return (
    <section aria-label="Tools" className={styles.rows}>
      {tools.map(({ name, description, saysReads }) => (
        <Row key={name} label={name} hint={firstLine(description)}>
          <Select<Use>
            name={`Use of ${name}`}
            value={usageOf(choice, name)}
            choices={[
              { value: 'ask', label: 'Like a command' },
              { value: 'reads', label: saysReads ? 'Only reads, as it says' : 'Only reads' },
              { value: 'off', label: 'Off' },
            ]}
            onChange={(use) =>
              onChange({
                off: listed(choice.off, name, use === 'off'),
                reads: listed(choice.reads, name, use === 'reads'),
                ...(choice.only === undefined ? {} : { only: listed(choice.only, name, use !== 'off') }),
              })
            }
          />
        </Row>
      ))}
    </section>
  )
}

function usageOf(choice: Choice, name: string): Use {
  if (!isToolOn(choice, name)) return 'off'
  return choice.reads.includes(name) ? 'reads' : 'ask'
}

const firstLine = (text: string): string => text.split('\n', 1)[0] ?? ''

const listed = (names: readonly string[], name: string, isIn: boolean): readonly string[] =>
  isIn ? [...names.filter((each) => each !== name), name] : names.filter((each) => each !== name)

import { Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { assertNever } from '../../../../src-shared/base/assert-never.ts'
import { counted } from '../../../../src-shared/base/format.ts'
import { isToolOn, type McpServer, type McpStatus } from '../../../../src-shared/mcp/mcp-server.ts'
import { ask } from '../../../host/host.ts'
import { Page } from '../../../parts/settings/page.tsx'
import styles from '../../../parts/settings/settings.module.css'
import { toastOnFailure } from '../../../stores/report.ts'
import { loadMcp, useMcp } from '../../../stores/server-cache/mcp-store.ts'
import { Button } from '../../../widgets/controls/button.tsx'
import { SwitchControl } from '../../../widgets/controls/switch.tsx'
import { ErrorState } from '../../../widgets/feedback/error-state.tsx'
import { Skeleton } from '../../../widgets/feedback/skeleton.tsx'
import { Pill } from '../../../widgets/pill.tsx'
import { McpEditor } from './mcp-editor.tsx'
import { newServer } from './mcp-form.ts'
import { McpImportForm } from './mcp-import.tsx'

type Shown = 'list' | 'import' | { readonly server: McpServer; readonly stored: McpStatus | null }

export function McpPage() {
  const servers = useMcp((state) => state.servers)
  const [shown, setShown] = useState<Shown>('list')
  useEffect(() => void loadMcp(), [])
  const back = () => setShown('list')
  if (servers.state === 'loading') return <Skeleton lines={5} label="Loading MCP servers" />
  if (servers.state === 'failed') return <ErrorState failure={servers.failure} onRetry={() => void loadMcp()} />
  if (shown === 'import') return <McpImportForm onDone={back} />
  if (shown !== 'list')
    return <McpEditor key={shown.server.name} server={shown.server} stored={shown.stored} onDone={back} />
  return (
    <Page
      title="MCP servers"
      text="Servers of the Model Context Protocol give agents more tools. Their calls pass the same approval as commands; a server that runs here is confined like a command and gets no keys but those you give it."
    >
      <ul className={styles.rows}>
        {servers.value.map((each) => (
          <ServerRow
            key={each.server.name}
            status={each}
            onEdit={() => setShown({ server: each.server, stored: each })}
          />
        ))}
      </ul>
      {servers.value.length === 0 && <p className={styles.hint}>No server has been added.</p>}
      <div className={styles.actions}>
        <Button
          look="primary"
          icon={<Plus aria-hidden="true" />}
          onClick={() => setShown({ server: newServer, stored: null })}
        >
          Add a server
        </Button>
        <Button onClick={() => setShown('import')}>Import from another tool…</Button>
      </div>
    </Page>
  )
}

function ServerRow({ status, onEdit }: { status: McpStatus; onEdit: () => void }) {
  const { server, source } = status
  const enable = (enabled: boolean) =>
    toastOnFailure(ask('mcp-save', { server: { ...server, enabled }, before: source === 'user' ? server.name : null }))
  return (
    <li className={styles.profile}>
      <div className={styles.words}>
        <span className={styles.ones}>
          <span className={styles.label}>{server.name}</span>
          <StatePill status={status} />
          {source === 'project' && <Pill>of this project</Pill>}
        </span>
        <span className={`${styles.hint} ${styles.line}`}>{status.failure?.message ?? whereIs(server)}</span>
      </div>
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the switch inside is a button, which a label may name */}
      <label aria-label={`Use ${server.name}`}>
        <SwitchControl checked={server.enabled} onChange={(enabled) => void enable(enabled)} />
      </label>
      <Button small onClick={onEdit} aria-label={`Edit ${server.name}`}>
        Edit
      </Button>
    </li>
  )
}

function StatePill({ status }: { status: McpStatus }) {
  switch (status.state) {
    case 'off':
      return <Pill>off</Pill>
    case 'unknown':
      return <Pill>not asked yet</Pill>
    case 'failed':
      if (status.signIn === 'needed') return <Pill tone="warn">sign in</Pill>
      return <Pill tone="bad">failed</Pill>
    case 'ready':
      return <Pill tone="ok">{offersText(status)}</Pill>
    default:
      return assertNever(status.state)
  }
}

function offersText({ server, tools, offers: { prompts, resources } }: McpStatus): string {
  const used = tools.filter(({ name }) => isToolOn(server, name)).length
  const others = [
    ...(prompts > 0 ? [counted(prompts, 'prompt')] : []),
    ...(resources > 0 ? [counted(resources, 'resource')] : []),
  ]
  return [counted(used, 'tool'), ...others].join(' · ')
}

const whereIs = ({ transport }: McpServer): string =>
  transport.kind === 'http' ? transport.url : [transport.command, ...transport.args].join(' ')

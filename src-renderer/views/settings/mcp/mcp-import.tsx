import { ArrowLeft } from 'lucide-react'
import { useEffect, useState } from 'react'
import { toast } from 'sonner'
import type { McpFoundFile } from '../../../../src-shared/api/mcp-requests.ts'
import { type Failure, failureFrom } from '../../../../src-shared/base/failure.ts'
import { counted, listed } from '../../../../src-shared/base/format.ts'
import { ask } from '../../../host/host.ts'
import { Page, Row } from '../../../parts/settings/page.tsx'
import styles from '../../../parts/settings/settings.module.css'
import { openProjectId } from '../../../stores/session/workbench-store.ts'
import { Button } from '../../../widgets/controls/button.tsx'
import { TextArea } from '../../../widgets/controls/text-area.tsx'
import { FailureAlert } from '../../../widgets/feedback/alert.tsx'

/** Imports the servers of another tool's configuration: of a file that was found, or pasted as text. */
export function McpImportForm({ onDone }: { onDone: () => void }) {
  const [text, setText] = useState('')
  const [failure, setFailure] = useState<Failure | null>(null)
  const add = async () => {
    try {
      const { added, problems } = await ask('mcp-import', { text })
      const description = problems.length === 0 ? undefined : `Left out: ${problems.join('; ')}.`
      if (added.length === 0) toast.warning('No server was added.', { description })
      else toast(`Added ${listed(added)}.`, { description })
      onDone()
    } catch (thrown) {
      setFailure(failureFrom(thrown))
    }
  }
  return (
    <Page
      title="Import MCP servers"
      text="Paste the file of another tool, such as .mcp.json or ~/.claude.json (Claude Code), ~/.codex/config.toml (Codex), .vscode/mcp.json, .cursor/mcp.json, opencode.json or claude_desktop_config.json."
    >
      <div className={styles.editor}>
        <FoundFiles onShow={setText} />
        <TextArea
          label="Configuration"
          mono
          rows={12}
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        {failure !== null && <FailureAlert failure={failure} />}
        <div className={`${styles.actions} ${styles.last}`}>
          <Button look="quiet" icon={<ArrowLeft aria-hidden="true" />} onClick={onDone}>
            Back
          </Button>
          <span className={styles.gap} />
          <Button look="primary" disabled={text.trim() === ''} onClick={() => void add()}>
            Add these servers
          </Button>
        </div>
      </div>
    </Page>
  )
}

/** The files on this computer; one that is shown can be read before its servers are added. */
function FoundFiles({ onShow }: { onShow: (text: string) => void }) {
  const [files, setFiles] = useState<readonly McpFoundFile[]>([])
  useEffect(() => {
    // Without the list, a file can still be pasted.
    ask('mcp-found', { projectId: openProjectId() }).then(setFiles, () => undefined)
  }, [])
  if (files.length === 0) return null
  return (
    <section aria-label="Found files" className={styles.rows}>
      {files.map(({ tool, file, text, names }) => (
        <Row key={file} label={tool} hint={`${file} · ${counted(names.length, 'server')}: ${listed(names)}`}>
          <Button aria-label={`Show the servers of ${file}`} onClick={() => onShow(text)}>
            Show
          </Button>
        </Row>
      ))}
    </section>
  )
}

import { toast } from 'sonner'
import { ask } from '../../host/host.ts'
import { Page, Row } from '../../parts/settings/page.tsx'
import styles from '../../parts/settings/settings.module.css'
import { toastOnFailure } from '../../stores/report.ts'
import { useWorkbench } from '../../stores/session/workbench-store.ts'
import { Button } from '../../widgets/controls/button.tsx'
import { ErrorState } from '../../widgets/feedback/error-state.tsx'
import { Skeleton } from '../../widgets/feedback/skeleton.tsx'
import { KeyValues } from '../../widgets/key-values.tsx'

const shells = { electron: 'Desktop app', browser: 'In a browser', command: 'Command line' }

export function AboutPage() {
  const host = useWorkbench((state) => state.host)
  if (host.state === 'loading') return <Skeleton lines={4} />
  if (host.state === 'failed') return <ErrorState failure={host.failure} />
  const { version, shell, platform, dataFolder, logFile, revealFile } = host.value
  return (
    <Page
      title="About"
      text="Stratagem sends nothing anywhere but to the endpoints that you set under Models. It has no telemetry and fetches nothing by itself."
    >
      <KeyValues
        rows={[
          ['Version', version],
          ['Runs as', `${shells[shell]} on ${platform}`],
          ['Data folder', <code key="folder">{dataFolder}</code>],
        ]}
      />
      <div className={styles.rows}>
        {logFile !== null && (
          <Row label="Log" hint={<code>{logFile}</code>}>
            {revealFile ? (
              <Button small onClick={() => void toastOnFailure(ask('log-reveal', {}))}>
                Open logs
              </Button>
            ) : (
              <Button small onClick={() => void copy(Promise.resolve(logFile), 'Copied the path')}>
                Copy path
              </Button>
            )}
          </Row>
        )}
        <Row label="Diagnostics" hint="Versions, the system and the end of the log, as text. No messages and no keys.">
          <Button small onClick={() => void copy(ask('host-diagnostics', {}), 'Copied the diagnostics')}>
            Copy diagnostics
          </Button>
        </Row>
      </div>
    </Page>
  )
}

async function copy(text: Promise<string>, done: string): Promise<void> {
  if (await toastOnFailure(text.then((found) => navigator.clipboard.writeText(found)))) toast.success(done)
}

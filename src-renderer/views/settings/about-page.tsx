import { Page } from '../../parts/settings/page.tsx'
import { useWorkbench } from '../../stores/session/workbench-store.ts'
import { ErrorState } from '../../widgets/feedback/error-state.tsx'
import { Skeleton } from '../../widgets/feedback/skeleton.tsx'
import { KeyValues } from '../../widgets/key-values.tsx'

const shells = { electron: 'Desktop app', browser: 'In a browser', command: 'Command line' }

export function AboutPage() {
  const host = useWorkbench((state) => state.host)
  if (host.state === 'loading') return <Skeleton lines={4} />
  if (host.state === 'failed') return <ErrorState failure={host.failure} />
  const { version, shell, platform, dataFolder } = host.value
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
    </Page>
  )
}

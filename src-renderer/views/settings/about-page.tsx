import { useWorkbench } from '../../stores/workbench-store.ts'
import { ErrorState } from '../../widgets/error-state.tsx'
import { KeyValues } from '../../widgets/key-values.tsx'
import { Skeleton } from '../../widgets/skeleton.tsx'
import { Page } from './page.tsx'

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

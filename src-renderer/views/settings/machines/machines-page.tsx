import { useEffect, useState } from 'react'
import type { MachinesLook } from '../../../../src-shared/api/settings-requests.ts'
import { type QueueAddress, queueAddress } from '../../../../src-shared/settings/queue-address.ts'
import { ask } from '../../../host/host.ts'
import { Page } from '../../../parts/settings/page.tsx'
import styles from '../../../parts/settings/settings.module.css'
import { toastOnFailure } from '../../../stores/report.ts'
import { changeSettings, useSettings, useSettingsNow } from '../../../stores/server-cache/settings-store.ts'
import { Button } from '../../../widgets/controls/button.tsx'
import { TextField } from '../../../widgets/controls/text-field.tsx'
import { FailureAlert } from '../../../widgets/feedback/alert.tsx'
import { MachinesLookView } from './machines-look.tsx'

/** The queue that trials are put into, and the machines that take them. */
export function MachinesPage() {
  const ready = useSettings((state) => state.settings.state === 'ready')
  return (
    <Page
      title="Machines"
      text="Trials can run on other computers: each takes them from a queue server, with model profiles and keys of its own. Without a server they run in the app."
    >
      <QueueRows key={`queue ${ready}`} />
    </Page>
  )
}

function QueueRows() {
  const { queue } = useSettingsNow()
  const [server, setServer] = useState(queue?.server ?? '')
  const [caFile, setCaFile] = useState(queue?.caFile ?? '')
  const [keyFile, setKeyFile] = useState(queue?.keyFile ?? '')
  const wished = queueAddress.safeParse({ server, caFile: caFile.trim() || null, keyFile: keyFile.trim() || null })
  const isOff = server.trim() === ''
  const save = () => {
    if (isOff || wished.success) void toastOnFailure(changeSettings({ queue: isOff ? null : (wished.data ?? null) }))
  }
  return (
    <>
      <div className={styles.editor}>
        <TextField
          label="Server address"
          hint="Of a nats-server with JetStream. Empty: trials run in the app."
          problem={
            isOff || wished.success ? null : 'An address looks like nats://lab.example:4222 or tls://lab.example:4222.'
          }
          mono
          inputMode="url"
          spellCheck={false}
          placeholder="nats://lab.example:4222"
          value={server}
          onChange={(event) => setServer(event.target.value)}
          onBlur={save}
        />
        <div className={styles.pair}>
          <TextField
            label="Certificate file"
            hint="Of the authority that signed the server’s certificate. Empty: the system’s."
            mono
            value={caFile}
            onChange={(event) => setCaFile(event.target.value)}
            onBlur={save}
          />
          <TextField
            label="Key file"
            hint="Signs in, and signs trials. Empty: a key that is made for this computer."
            mono
            value={keyFile}
            onChange={(event) => setKeyFile(event.target.value)}
            onBlur={save}
          />
        </div>
      </div>
      <Machines queue={isOff || !wished.success ? null : wished.data} />
    </>
  )
}

/** ms between two looks while the page is open. */
const lookEvery = 3_000

/** A server that is saved is looked at as soon as the page is open; one that is being entered, on request. */
function Machines({ queue }: { readonly queue: QueueAddress | null }) {
  const saved = JSON.stringify(useSettingsNow().queue)
  const address = JSON.stringify(queue)
  const [look, setLook] = useState<MachinesLook | 'running' | null>(null)
  const [watched, setWatched] = useState(address === saved ? address : null)
  const isWatched = queue !== null && watched === address
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text stands for the address; another one is another look.
  useEffect(() => {
    setLook(null)
    if (!isWatched) return
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const again = async () => {
      await toastOnFailure(
        ask('machines-look', { queue }).then((found) => {
          if (!isOver) setLook(found)
        }),
      )
      if (!isOver) timer = setTimeout(() => void again(), lookEvery)
    }
    setLook('running')
    void again()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [isWatched, address])
  const test = async () => {
    if (queue === null) return
    if (!isWatched) return setWatched(address)
    setLook('running')
    const asked = ask('machines-look', { queue }).then(setLook)
    await toastOnFailure(asked)
  }
  return (
    <>
      <div className={styles.actions}>
        <Button disabled={queue === null || look === 'running'} onClick={() => void test()}>
          {look === 'running' ? 'Connecting…' : 'Test connection'}
        </Button>
        {look !== null && look !== 'running' && look.ok && (
          <span role="status" className={styles.hint}>
            Connected to nats-server {look.version}.
          </span>
        )}
      </div>
      {look !== null &&
        look !== 'running' &&
        (look.ok ? (
          queue !== null && <MachinesLookView look={look} queue={queue} />
        ) : (
          <FailureAlert failure={look.failure} />
        ))}
    </>
  )
}

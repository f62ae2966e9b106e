import { useState } from 'react'
import { toast } from 'sonner'
import { type WebhookEvent, webhookEvents } from '../../../../src-shared/settings/listeners.ts'
import { ask } from '../../../host/host.ts'
import { Row, SwitchRow } from '../../../parts/settings/page.tsx'
import styles from '../../../parts/settings/settings.module.css'
import { toastOnFailure } from '../../../stores/report.ts'
import { changeSettings, useSettingsNow } from '../../../stores/server-cache/settings-store.ts'
import { Button } from '../../../widgets/controls/button.tsx'
import { AddressField, SecretField } from './listener-fields.tsx'

const labels: { readonly [E in WebhookEvent]: string } = {
  'run-ended': 'When a run ends',
  'run-waiting': 'When a run waits for you',
}

/** The address that receives a message when runs end or wait. */
export function WebhookRows() {
  const { webhook } = useSettingsNow()
  const [testing, setTesting] = useState(false)
  const change = (part: Partial<typeof webhook>) =>
    void toastOnFailure(changeSettings({ webhook: { ...webhook, ...part } }))
  const test = async () => {
    setTesting(true)
    const sent = ask('webhook-test', {}).then(() => toast('The webhook took the message.'))
    await toastOnFailure(sent)
    setTesting(false)
  }
  return (
    <>
      <h4 className={styles.label}>Webhook</h4>
      <div className={styles.editor}>
        <AddressField
          label="Webhook address"
          hint="Receives the run’s status, figures, and the names of its project, conversation and models, as a POST. Never messages, answers or files."
          placeholder="https://example.com/hook"
          saved={webhook.url}
          onSave={(url) => change({ url })}
        />
        <SecretField
          listener="webhook"
          label="Webhook secret"
          hint="Signs each message as Standard Webhooks says. Kept like model keys."
        />
      </div>
      <div className={styles.rows}>
        {webhookEvents.map((event) => (
          <SwitchRow
            key={event}
            label={labels[event]}
            checked={webhook.events.includes(event)}
            onChange={(on) =>
              change({ events: webhookEvents.filter((each) => (each === event ? on : webhook.events.includes(each))) })
            }
          />
        ))}
        <Row label="Test" hint="Sends a message without a run.">
          <Button disabled={webhook.url === '' || testing} onClick={() => void test()}>
            {testing ? 'Sending…' : 'Send a test'}
          </Button>
        </Row>
      </div>
    </>
  )
}

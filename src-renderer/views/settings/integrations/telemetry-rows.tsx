import { SwitchRow } from '../../../parts/settings/page.tsx'
import styles from '../../../parts/settings/settings.module.css'
import { toastOnFailure } from '../../../stores/report.ts'
import { changeSettings, useSettingsNow } from '../../../stores/server-cache/settings-store.ts'
import { AddressField, SecretField } from './listener-fields.tsx'

/** The collector that gets the spans of runs. */
export function TelemetryRows() {
  const { telemetry } = useSettingsNow()
  const change = (part: Partial<typeof telemetry>) =>
    void toastOnFailure(changeSettings({ telemetry: { ...telemetry, ...part } }))
  return (
    <>
      <h4 className={styles.label}>OpenTelemetry</h4>
      <div className={styles.editor}>
        <AddressField
          label="Collector endpoint"
          hint="Receives each step of a run when it ends, as OTLP over HTTP with the GenAI conventions."
          placeholder="http://localhost:4318"
          saved={telemetry.endpoint}
          onSave={(endpoint) => change({ endpoint })}
        />
        <SecretField
          listener="telemetry"
          label="Collector header"
          hint="For collectors that ask for a key, such as: Authorization: Bearer … Kept like model keys."
        />
      </div>
      <div className={styles.rows}>
        <SwitchRow
          label="Send contents"
          hint="Messages, answers, arguments and results, not only names, times and figures. Known secrets are removed."
          checked={telemetry.content}
          onChange={(content) => change({ content })}
        />
      </div>
    </>
  )
}

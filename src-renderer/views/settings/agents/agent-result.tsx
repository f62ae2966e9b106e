import type { AgentTest } from '../../../../src-shared/api/settings-requests.ts'
import type { AgentOffers } from '../../../../src-shared/settings/agent-offers.ts'
import { FailureAlert } from '../../../widgets/feedback/alert.tsx'
import { KeyValues } from '../../../widgets/key-values.tsx'

/** What a test found, or why it failed. */
export function AgentResult({ test }: { readonly test: AgentTest }) {
  return test.ok ? <Found offers={test} /> : <FailureAlert failure={test.failure} />
}

function Found({ offers }: { readonly offers: AgentOffers }) {
  const rows = offers.choices.map(({ name, current, values }): [string, string] => [
    name,
    `${current} (${values.length} offered: ${valueNames(values)})`,
  ])
  return (
    <section aria-label="Test result">
      <KeyValues
        rows={[
          ['Agent', `${offers.name} ${offers.version}`.trim() || 'It does not say its name.'],
          ['Can', offers.abilities.join(', ') || 'start new sessions only'],
          ...rows,
        ]}
      />
    </section>
  )
}

const valueNames = (values: readonly { readonly id: string }[]): string =>
  values
    .slice(0, 8)
    .map(({ id }) => id)
    .join(', ') + (values.length > 8 ? ', …' : '')

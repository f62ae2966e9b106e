import type { MachinesLook, SeenMachine } from '../../../../src-shared/api/settings-requests.ts'
import { counted, formatNumber } from '../../../../src-shared/base/format.ts'
import { rateOf } from '../../../../src-shared/comparison/machines/machine-state.ts'
import type { QueueAddress } from '../../../../src-shared/settings/queue-address.ts'
import settings from '../../../parts/settings/settings.module.css'
import { Alert } from '../../../widgets/feedback/alert.tsx'
import { MachineRow } from './machine-row.tsx'
import styles from './machines.module.css'
import { rateText } from './rate-text.ts'

type Looked = Extract<MachinesLook, { readonly ok: true }>

/** What waits in the queue, and the machines that take it. */
export function MachinesLookView({ look, queue }: { readonly look: Looked; readonly queue: QueueAddress }) {
  const { machines, experiments, key } = look
  const working = machines.filter(({ left, isLost }) => !left && !isLost)
  return (
    <>
      <Figures look={look} working={working} />
      {working.length === 0 && <NoMachine publicKey={key} queue={queue} />}
      <h4 className={styles.heading}>Queue</h4>
      <ul className={settings.rows} aria-label="Queue">
        {experiments.length === 0 && <li className={settings.none}>No trials are waiting.</li>}
        {experiments.map(({ id, name, waiting, running, done }) => (
          <li key={id} className={settings.profile}>
            <div className={settings.words}>
              <span className={settings.label}>{name ?? 'Trials of another computer'}</span>
              <span className={settings.hint}>
                {formatNumber(waiting)} waiting · {formatNumber(running)} running · {formatNumber(done)} done
              </span>
            </div>
          </li>
        ))}
      </ul>
      {machines.length > 0 && (
        <>
          <h4 className={styles.heading}>Machines</h4>
          <ul className={settings.rows} aria-label="Machines">
            {machines.map((each) => (
              <MachineRow key={each.name} machine={each} />
            ))}
          </ul>
        </>
      )}
    </>
  )
}

function Figures({ look, working }: { readonly look: Looked; readonly working: readonly SeenMachine[] }) {
  const sum = (of: (machine: SeenMachine) => number) => working.reduce((total, each) => total + of(each), 0)
  const lost = look.machines.filter(({ isLost }) => isLost).length
  const failed = look.machines.reduce((total, each) => total + each.failed, 0)
  const rates = working.map(rateOf).filter((rate) => rate !== null)
  const rate = rates.length === 0 ? null : rates.reduce((total, each) => total + each, 0)
  const figures: readonly { readonly name: string; readonly value: string; readonly more: string }[] = [
    {
      name: 'Machines',
      value: formatNumber(working.length),
      more:
        lost === 0
          ? `${formatNumber(sum(({ busy }) => busy))} of ${counted(
              sum(({ slots }) => slots),
              'slot',
            )} busy`
          : `${formatNumber(lost)} lost`,
    },
    {
      name: 'Waiting',
      value: formatNumber(look.experiments.reduce((total, each) => total + each.waiting, 0)),
      more: `${formatNumber(look.experiments.reduce((total, each) => total + each.running, 0))} running`,
    },
    {
      name: 'Rate',
      value: rate === null ? '–' : rateText(rate),
      more: rate === null ? 'not known yet' : 'all machines',
    },
    { name: 'Failures', value: formatNumber(failed), more: 'since their start' },
  ]
  return (
    <dl className={styles.figures}>
      {figures.map(({ name, value, more }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <strong>{value}</strong>
            <span>{more}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

const NoMachine = ({ publicKey, queue }: { readonly publicKey: string; readonly queue: QueueAddress }) => (
  <Alert
    level="info"
    message="No machine works on this queue."
    advice={`Start one on each computer: npm run -s agent -- worker --queue ${queue.server}${queue.caFile === null ? '' : ' --tls-ca FILE'} --slots 2 --accept ${publicKey}`}
  />
)

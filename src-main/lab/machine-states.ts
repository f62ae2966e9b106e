import { type KV, Kvm } from '@nats-io/kv'
import { parseOutside } from '../../src-shared/base/excess.ts'
import { type MachineState, machineState } from '../../src-shared/comparison/machines/machine-state.ts'
import type { LabConnection } from './lab-connection.ts'
import { serverTime } from './server-clock.ts'

/** A machine as the server knows it. `silentMs`: since its last report arrived there. */
export type HeardMachine = MachineState & { readonly silentMs: number }

/** ms without a report after which a machine counts as lost. */
const lostAfter = 15_000

/** Whether it stopped reporting without a word. */
export const isLost = ({ left, silentMs }: HeardMachine): boolean => !left && silentMs > lostAfter

/** What machines report of themselves. Entries that are not valid are left out. */
export interface MachineStates {
  /** Never rejects: a report that gets lost is followed by another. */
  report(state: MachineState): Promise<void>
  /** @param now ms since 1970, for servers that don't say the time */
  machines(now: number): Promise<readonly HeardMachine[]>
}

export function openMachineStates({ publisher, streams, names }: LabConnection): MachineStates {
  const subjects = `$KV.${names.machines}.`
  let opened: Promise<KV> | null = null
  const table = () => {
    opened ??= new Kvm(publisher).open(names.machines).catch((thrown: unknown) => {
      opened = null
      throw thrown
    })
    return opened
  }
  async function entry(subject: string) {
    const found = await (await table()).get(subject.slice(subjects.length))
    if (found?.operation !== 'PUT') return []
    const read = machineState.safeParse(parsed(found.string()))
    return read.success ? [{ state: read.data, at: found.created.getTime() }] : []
  }

  return {
    report: (state) =>
      table()
        .then((kv) => kv.put(keyOf(state.name), JSON.stringify(state)))
        .then(nothing, nothing),
    machines: async (now) => {
      // The library lists keys with a consumer for each list, which the server keeps for minutes.
      const info = await streams.streams.info(`KV_${names.machines}`, { subjects_filter: `${subjects}>` })
      const found = (await Promise.all(Object.keys(info.state.subjects ?? {}).map(entry))).flat()
      // By the server’s clock, which also says when a report came: those of machines may be wrong.
      const then = serverTime(info) ?? now
      return found.map(({ state, at }) => ({ ...state, silentMs: Math.max(0, then - at) }))
    },
  }
}

const nothing = () => {}

const keyOf = (name: string) => name.replaceAll(/[^A-Za-z0-9_-]/g, '_')

function parsed(text: string): unknown {
  try {
    return parseOutside(text)
  } catch {
    return null
  }
}

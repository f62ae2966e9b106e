import { hash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { JetStreamApiError } from '@nats-io/jetstream'
import { type KV, Kvm } from '@nats-io/kv'
import { PermissionViolationError } from '@nats-io/transport-node'
import { z } from 'zod'
import { parseOutside } from '../../src-shared/base/excess.ts'
import { FailureError } from '../../src-shared/base/failure.ts'
import type { RateBuckets } from '../../src-shared/model/rate-buckets.ts'
import { correct, type RateState, reserve } from '../../src-shared/model/rate-state.ts'
import type { LabConnection } from './lab-connection.ts'

/**
 * The allowances of endpoints, shared by all machines: one entry for each on the server, which is replaced only as it was read.
 *
 * 1. What several requests of this process ask for at the same time is one replacement. It is made of the entry as this
 *    process left it, so that one round trip is enough where no other machine came between.
 * 2. While the server is away nothing is let through: what the others take is not known, and without the server this machine
 *    soon loses its trials anyway.
 * 3. A replacement of which it is not known whether it was made is made again: too much is reserved, never too little.
 *
 * @param now the same time on all machines, ms since 1970
 * @param computer this one: endpoints on it are its own
 */
export function openSharedRates(
  lab: Pick<LabConnection, 'nats' | 'publisher' | 'names'>,
  now: () => Promise<number>,
  computer: string,
): RateBuckets {
  const lines = new Map<string, Line>()
  let opened: Promise<KV> | null = null
  const table = () => {
    opened ??= new Kvm(lab.publisher).open(lab.names.rates).catch((thrown: unknown) => {
      opened = null
      throw thrown
    })
    return opened
  }
  const lineOf = (endpoint: string): Line => {
    const key = keyOf(endpoint, computer)
    const line = lines.get(key) ?? openLine(table, key, now, lab.nats)
    lines.set(key, line)
    return line
  }
  return {
    take: (endpoint, amounts) => lineOf(endpoint)((state, at) => reserve(state, amounts, at)),
    // Nobody waits for it: the call has ended.
    correct: (endpoint, amounts) =>
      void lineOf(endpoint)((state, at) => ({ state: correct(state, amounts, at), waitMs: 0 })).catch(() => undefined),
  }
}

type Change = (state: RateState, at: number) => ReturnType<typeof reserve>
/** Resolves with the wait, ms, once the change is made. */
type Line = (change: Change) => Promise<number>

interface Waiting {
  readonly change: Change
  resolve(waitMs: number): void
  reject(why: unknown): void
}

function openLine(
  table: () => Promise<KV>,
  key: string,
  now: () => Promise<number>,
  nats: Pick<LabConnection['nats'], 'isClosed'>,
): Line {
  const waiting: Waiting[] = []
  let known: { readonly state: RateState; readonly revision: number } | null = null
  let isWorking = false

  async function replace(): Promise<void> {
    const [kv, at] = await Promise.all([table(), now()])
    const before = known ?? (await read(kv, key))
    const changes = [...waiting]
    let { state } = before
    const waits = changes.map(({ change }) => {
      const changed = change(state, at)
      state = changed.state
      return changed.waitMs
    })
    const revision = await kv.put(key, JSON.stringify(state), { previousSeq: before.revision })
    known = { state, revision }
    waiting.splice(0, changes.length)
    for (const [index, each] of changes.entries()) each.resolve(waits[index] ?? 0)
  }

  async function work(): Promise<void> {
    if (isWorking) return
    isWorking = true
    while (waiting.length > 0) {
      try {
        await replace()
      } catch (thrown) {
        known = null
        if (isConflict(thrown)) continue
        if (nats.isClosed() || isRefused(thrown)) for (const each of waiting.splice(0)) each.reject(notShared(thrown))
        else await delay(1000)
      }
    }
    isWorking = false
  }

  return (change) =>
    new Promise((resolve, reject) => {
      waiting.push({ change, resolve, reject })
      void work()
    })
}

/** Says nothing of the address to who does not know it already. */
function keyOf(endpoint: string, computer: string): string {
  const host = /^\w+:\/\/(?:[^/@]*@)?(\[[^\]]*\]|[^:/\s]*)/.exec(endpoint)?.[1] ?? ''
  const owner = /^(localhost|127\.[\d.]+|\[::1\])$/i.test(host) ? computer : ''
  return hash('sha256', `requests a minute\n${owner}\n${endpoint}`).slice(0, 32)
}

const rateState = z.object({ requests: z.number().optional(), tokens: z.number().optional() })

/** Revision 0: there is none, which the server compares, too. */
async function read(kv: KV, key: string): Promise<{ readonly state: RateState; readonly revision: number }> {
  const entry = await kv.get(key)
  if (entry === null) return { state: {}, revision: 0 }
  const state = rateState.safeParse(parsed(entry.string()))
  return { state: state.success ? state.data : {}, revision: entry.revision }
}

function parsed(text: string): unknown {
  try {
    return parseOutside(text)
  } catch {
    return null
  }
}

/** Another machine was faster. */
const isConflict = (thrown: unknown) => thrown instanceof JetStreamApiError && thrown.code === 10071

/** There is no such table, or this machine may not use it. */
const isRefused = (thrown: unknown) =>
  thrown instanceof PermissionViolationError ||
  (thrown instanceof Error && thrown.cause instanceof PermissionViolationError) ||
  (thrown instanceof JetStreamApiError && thrown.code === 10059)

const notShared = (thrown: unknown) =>
  new FailureError({
    kind: 'model-unreachable',
    message: 'This machine can’t share the model’s limits a minute with the others: the queue server does not let it.',
    advice:
      'Run the same version of Stratagem at home and on all machines, and give this one the permissions that docs/machines.md lists.',
    detail: String(thrown),
  })

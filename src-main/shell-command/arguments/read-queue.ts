import { resolve } from 'node:path'
import { type QueueAddress, queueAddress } from '../../../src-shared/settings/queue-address.ts'
import { text } from './argument-parts.ts'
import { type CommandName, UsageError } from './usage.ts'

export const queueFiles = { 'tls-ca': text, key: text } as const
export const queueOptions = { queue: text, ...queueFiles } as const
/** Ignored files that are sent to machines. */
export const sendOptions = { 'send-ignored': { type: 'string', multiple: true } } as const

interface QueueValues {
  readonly queue?: string | undefined
  readonly 'tls-ca'?: string | undefined
  readonly key?: string | undefined
}

/** @returns undefined: as the settings say; null: none @throws UsageError if the address is none */
export function readQueue(
  { queue, 'tls-ca': ca, key }: QueueValues,
  workingFolder: string,
  command: CommandName,
): QueueAddress | null | undefined {
  if (queue === undefined) {
    if (ca !== undefined || key !== undefined) throw new UsageError('--tls-ca and --key require --queue.', command)
    return undefined
  }
  if (queue === 'none') return null
  const address = queueAddress.safeParse({
    server: queue,
    caFile: ca === undefined ? null : resolve(workingFolder, ca),
    keyFile: key === undefined ? null : resolve(workingFolder, key),
  })
  if (!address.success) throw new UsageError('--queue must be an address such as nats://lab.example:4222.', command)
  return address.data
}

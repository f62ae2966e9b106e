import { type JetStreamClient, type JetStreamManager, jetstream, jetstreamManager } from '@nats-io/jetstream'
import { connect, type NatsConnection, nkeyAuthenticator, type TlsOptions } from '@nats-io/transport-node'
import { FailureError } from '../../src-shared/base/failure.ts'
import type { LabKey } from './lab-key.ts'
import { type LabNames, labNames } from './lab-names.ts'

export interface LabConnection {
  readonly nats: NatsConnection
  readonly streams: JetStreamManager
  readonly publisher: JetStreamClient
  /** Of the server, such as 2.14.0. */
  readonly version: string
  /** Of the area that the address names. */
  readonly names: LabNames
  close(): Promise<void>
}

export interface LabServer {
  /** `nats://host:port/area`; without an area: the common one. */
  readonly server: string
  /** Certificates, PEM; null: those of the system. */
  readonly ca: string | null
  readonly key: LabKey
  /** Shown by the server’s own tools. */
  readonly name: string
}

/** Earlier ones redeliver acknowledged work, or lose streams, if the server is killed. */
const oldest = [2, 10, 23] as const
/** Allows an older server, for tests. */
export const oldServerVariable = 'STRATAGEM_OLD_NATS'

/**
 * Connects to a server, and again whenever the connection is lost.
 * @throws FailureError if there is none, it refuses the key or its certificate is not trusted, or it is too old
 */
export async function connectLab({ server, ca, key, name }: LabServer): Promise<LabConnection> {
  const [address = server, area = null] = server.replace(/^(nats|tls):[/]{2}/, '').split('/')
  const nats = await connect({
    servers: address,
    name,
    // Permissions of a server can name it.
    inboxPrefix: `_INBOX_${key.id}`,
    authenticator: nkeyAuthenticator(new TextEncoder().encode(key.seed)),
    ...(needsTls(server, ca) && { tls: tlsFor(address, ca) }),
    maxReconnectAttempts: -1,
    reconnectTimeWait: 500,
    timeout: 10_000,
  }).catch((thrown: unknown) => {
    throw notConnected(server, key.id, thrown)
  })
  const version = nats.info?.version ?? '0'
  try {
    if (isOlder(version) && process.env[oldServerVariable] !== 'allow') throw tooOld(version)
    const streams = await jetstreamManager(nats)
    const names = labNames(area === '' ? null : area)
    return { nats, streams, publisher: jetstream(nats), version, names, close: () => nats.close() }
  } catch (thrown) {
    await nats.close()
    if (thrown instanceof FailureError) throw thrown
    throw noJetStream(server, thrown)
  }
}

const needsTls = (server: string, ca: string | null) => ca !== null || server.startsWith('tls:')

/** With the host that the certificate must be for: the client leaves it out for addresses of numbers, and Node then takes `localhost`. */
function tlsFor(address: string, ca: string | null): TlsOptions {
  const host = new URL(`nats://${address}`).hostname.replace(/^\[|\]$/g, '')
  const options = { host, ...(ca !== null && { ca }) }
  return options
}

/** Whether a server of this version is too old. */
export function isOlder(version: string): boolean {
  const parts = version.split(/[.-]/).map(Number)
  for (const [at, least] of oldest.entries()) {
    const part = parts[at] ?? 0
    if (part !== least) return !(part > least)
  }
  return false
}

const notConnected = (server: string, key: string, thrown: unknown) => {
  const text = String(thrown)
  if (/authoriz|authentic|nkey/i.test(text))
    return new FailureError({
      kind: 'invalid-request',
      message: `The queue server ${server} refused the key of this computer.`,
      advice: `Add its public key ${key} to the users in the configuration of the server, or name the right key file.`,
      detail: text,
    })
  if (/tls\W+(is not available|.*not support)|not support.*tls/i.test(text))
    return new FailureError({
      kind: 'invalid-request',
      message: `The queue server ${server} doesn’t use TLS.`,
      advice:
        'Give it a certificate (docs/machines.md), or start the address with nats:// and leave out the certificate file.',
      detail: text,
    })
  if (/certificate|tls|ssl|altname/i.test(text))
    return new FailureError({
      kind: 'invalid-request',
      message: `The connection to the queue server ${server} is not secure: ${reasonIn(text)}.`,
      advice: 'Name the file with the certificate of its authority, and use the host name that the certificate is for.',
      detail: text,
    })
  return new FailureError({
    kind: 'not-found',
    message: `The queue server ${server} can’t be reached.`,
    advice: 'Check the address, and that nats-server runs there with JetStream.',
    detail: text,
  })
}

// Some versions of Node add what to try with Node.
const reasonIn = (text: string) =>
  text.replace(/^\w*Error( \[\w+\])?: /, '').replace(/; if the root CA.*$|[\s.:]+$/s, '')

const tooOld = (version: string) =>
  new FailureError({
    kind: 'invalid-request',
    message: `The queue server has the version ${version} of nats-server, which can lose or repeat work when it is killed.`,
    advice: 'Install version 2.14 or newer, with `sync_interval: always` in its configuration.',
  })

const noJetStream = (server: string, thrown: unknown) =>
  new FailureError({
    kind: 'invalid-request',
    message: `The queue server ${server} has no JetStream that this key may use.`,
    advice: 'Start nats-server with a `jetstream` block in its configuration, and allow this key to use it.',
    detail: String(thrown),
  })

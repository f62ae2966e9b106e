import { endpointName, shownAddress } from '../endpoints/endpoint.ts'
import { type Fault, fault, maxAttempts } from '../fault.ts'
import type { Connection } from '../wire.ts'

/** Codes and texts of an error and of its causes, outermost first. */
export function causes(error: unknown): { readonly code: string; readonly text: string }[] {
  const found = []
  for (let at = error, depth = 0; at instanceof Error && depth < 6; at = at.cause, depth++) {
    const code: unknown = Reflect.get(at, 'code')
    found.push({ code: typeof code === 'string' ? code : '', text: at.message })
    // Node tries several addresses of one host and reports each.
    if (at instanceof AggregateError) found.push(...at.errors.flatMap((each) => causes(each)))
  }
  return found
}

const nameCodes = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA', 'EAI_NONAME'])
const certificate = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER|ERR_TLS|EPROTO|ERR_SSL/

/** The fault for a request that got no answer. */
export function explainNetwork(at: Connection, error: unknown): Fault {
  const all = causes(error)
  const code = all.map((each) => each.code).find((each) => each !== '') ?? ''
  const detail = [...new Set(all.map((each) => each.text))].join(': ')
  if (nameCodes.has(code)) return unknownHost(at, detail)
  if (code === 'EPROXY') return noProxy(at, detail)
  if (certificate.test(code)) return noTrust(at, detail)
  if (/TIMEOUT|TIMEDOUT/.test(code)) return silent(at, detail)
  if (code === 'ECONNREFUSED') return refused(at, detail)
  if (badAddress(at)) return noAddress(at, detail)
  return unreachable(at, detail)
}

export function badAddress(at: Connection): boolean {
  if (!URL.canParse(at.profile.baseUrl)) return true
  const url = new URL(at.profile.baseUrl)
  return !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== ''
}

export function noAddress(at: Connection, detail: string): Fault {
  return fault(
    'model-unreachable',
    `The base URL of the profile “${at.profile.name}” is not a web address: ${shownAddress(at.profile.baseUrl) || 'it is empty'}.`,
    'Enter a URL such as https://api.openai.com/v1 in Settings, without a user name or password.',
    detail,
  )
}

function unknownHost(at: Connection, detail: string): Fault {
  return fault(
    'model-unreachable',
    `The server name in ${endpointName(at)} can’t be found.`,
    'Check that you are online, and check the base URL in Settings for typos.',
    detail,
    { tries: maxAttempts.few },
  )
}

function noTrust(at: Connection, detail: string): Fault {
  return fault(
    'model-unreachable',
    `Can’t connect securely to ${endpointName(at)}: its certificate is not trusted, or it does not support TLS.`,
    'Check whether the base URL should start with https or http. If the server or a proxy uses a certificate of your own, have your system trust it, or start Stratagem with NODE_EXTRA_CA_CERTS set.',
    detail,
  )
}

function noProxy(at: Connection, detail: string): Fault {
  return fault(
    'model-unreachable',
    `The proxy that your environment names does not connect to ${endpointName(at)}.`,
    'Check HTTPS_PROXY, HTTP_PROXY and NO_PROXY, and whether the proxy allows this server.',
    detail,
    { tries: maxAttempts.few },
  )
}

function silent(at: Connection, detail: string): Fault {
  return fault(
    'model-unreachable',
    `${endpointName(at)} does not respond.`,
    'Check that the server is running and that no firewall or proxy blocks it, then send the message again.',
    detail,
    { tries: maxAttempts.few },
  )
}

function refused(at: Connection, detail: string): Fault {
  return fault(
    'model-unreachable',
    `Can’t reach ${endpointName(at)}: connection refused.`,
    'Start the model server, or correct the base URL in Settings.',
    detail,
    { tries: maxAttempts.few },
  )
}

function unreachable(at: Connection, detail: string): Fault {
  return fault(
    'model-unreachable',
    `The connection to ${endpointName(at)} failed.`,
    'Check your network and that the server is running, then send the message again.',
    detail,
    { tries: maxAttempts.outage },
  )
}

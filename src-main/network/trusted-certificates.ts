import { readFileSync } from 'node:fs'

/** Where systems without an own store for programs keep the certificates that they trust, as one file. */
const bundles = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/ca-bundle.pem',
  '/etc/ssl/cert.pem',
]

let extra: readonly string[] | null = null

/**
 * Has this process trust what the system trusts, too, such as the certificate of a company's proxy.
 *
 * From Node 22.19 and 24.5 on all connections do. Before that (the desktop app has Node 20) only those that take
 * the returned certificates, and only from the file that `SSL_CERT_FILE` names or that Linux has; for the stores of macOS and
 * Windows `NODE_EXTRA_CA_CERTS` is needed there.
 * @returns all certificates to trust; undefined: those of Node
 */
export function trustedCertificates(): string[] | undefined {
  const tls = process.getBuiltinModule('node:tls')
  if (extra === null) {
    extra = []
    if (typeof tls.setDefaultCACertificates === 'function') {
      // What the system has can be unreadable.
      try {
        const all = [...tls.getCACertificates('default'), ...tls.getCACertificates('system')]
        tls.setDefaultCACertificates([...new Set(all)])
      } catch {
        extra = []
      }
    } else extra = bundle()
  }
  return extra.length === 0 ? undefined : [...tls.rootCertificates, ...extra]
}

function bundle(): readonly string[] {
  const named = process.env['SSL_CERT_FILE']
  for (const file of named ? [named] : process.platform === 'linux' ? bundles : []) {
    try {
      return [readFileSync(file, 'utf8')]
    } catch {
      // The next one.
    }
  }
  return []
}

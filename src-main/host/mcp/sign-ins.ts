import { createHash } from 'node:crypto'
import { FailureError } from '../../../src-shared/base/failure.ts'
import { plainText } from '../../../src-shared/base/plain-text.ts'
import type { McpClientOfUser, McpServer, McpSignIn } from '../../../src-shared/mcp/mcp-server.ts'
import { revoke, type SignIn, type SignInWish, signIn } from '../../mcp/oauth.ts'
import type { PendingSignIn } from '../../mcp/sign-in.ts'
import { visibleName } from '../../tools/text/visible.ts'
import type { KeyStore } from '../settings/key-store.ts'
import { filled, type SignInFor } from './mcp-target.ts'

/** The sign-ins to servers at an address: kept like the keys of models, in the keychain or for this session (T28). */
export interface SignIns {
  readonly storeFor: SignInFor
  stateOf(server: McpServer): McpSignIn
  /**
   * @param client that the user got from the server's owner; null: the one of the last sign-in, or this app registers
   * @returns the page that the user opens @throws FailureError if the server offers none
   */
  begin(server: McpServer, client: McpClientOfUser | null): Promise<{ readonly page: string; readonly host: string }>
  /** Waits until the user has signed in. @throws FailureError if that failed */
  wait(server: McpServer): Promise<void>
  /** @returns whether the server forgot it too; null if it offers no such thing */
  forget(server: McpServer): Promise<boolean | null>
  close(): void
}

export function createSignIns(keys: KeyStore): SignIns {
  /** By address, with what the server asks for. */
  const refused = new Map<string, string>()
  const pending = new Map<string, PendingSignIn>()
  const read = (url: string) => {
    const kept = keys.get(keyOf(url))
    return kept === null ? null : (signIn.safeParse(JSON.parse(kept)).data ?? null)
  }
  const storeFor: SignInFor = (url, headers) =>
    Object.keys(headers).some((name) => name.toLowerCase() === 'authorization')
      ? null
      : {
          read: () => read(url),
          write: (value) => keys.set(keyOf(url), value === null ? '' : JSON.stringify(value)),
          refused: (scope = '') => void refused.set(url, scope),
        }
  return {
    storeFor,
    stateOf: (server) => {
      const url = addressOf(server)
      if (url === null) return 'none'
      return refused.has(url) ? 'needed' : read(url) === null ? 'none' : 'signed-in'
    },
    begin: async (server, client) => {
      const url = addressOf(server) ?? ''
      pending.get(url)?.cancel()
      try {
        // It brings a server for the browser's answer, and with it Node's own `fetch`.
        const { beginSignIn } = await import('../../mcp/sign-in.ts')
        const begun = await beginSignIn(url, wishOf(client, read(url), refused.get(url) ?? ''))
        pending.set(url, begun)
        return { page: begun.page, host: new URL(begun.page).host }
      } catch (thrown) {
        throw failed(server, thrown)
      }
    },
    wait: async (server) => {
      const url = addressOf(server) ?? ''
      const waiting = pending.get(url)
      if (waiting === undefined) return
      try {
        keys.set(keyOf(url), JSON.stringify(await waiting.end))
        refused.delete(url)
      } catch (thrown) {
        throw failed(server, thrown)
      } finally {
        if (pending.get(url) === waiting) pending.delete(url)
      }
    },
    forget: async (server) => {
      const url = addressOf(server)
      if (url === null) return null
      const kept = read(url)
      keys.set(keyOf(url), '')
      refused.delete(url)
      return kept === null ? null : await revoke(url, kept)
    },
    close: () => {
      for (const each of pending.values()) each.cancel()
    },
  }
}

const keyOf = (url: string): string => `mcp ${createHash('sha256').update(url).digest('hex').slice(0, 32)}`

/** Null for a program, and if a variable in it is not set. */
function addressOf({ transport }: McpServer): string | null {
  try {
    return transport.kind === 'http' ? filled(transport.url) : null
  } catch {
    return null
  }
}

/** All that was allowed before, and what the server asked for since. */
function wishOf(client: McpClientOfUser | null, kept: SignIn | null, asked: string): SignInWish {
  const scopes = new Set(`${kept?.tokens.scope ?? ''} ${asked}`.split(' ').filter((each) => each !== ''))
  const given =
    client === null ? null : { client_id: client.id, ...(client.secret !== '' && { client_secret: client.secret }) }
  return {
    client: given ?? (kept?.isOwnClient === true ? kept.client : null),
    scope: asked === '' ? null : [...scopes].join(' '),
  }
}

const failed = ({ name }: McpServer, thrown: unknown) => {
  const why = visibleName(plainText(thrown instanceof Error ? thrown.message : String(thrown)).slice(0, 300))
  return new FailureError({
    kind: 'tool-failed',
    message: `You are not signed in to ${name}: ${why.replace(/\.$/, '')}.`,
    advice: /registration/i.test(why)
      ? 'Apps can’t register themselves there: enter the client ID that its owner gives you, or set a header with a token.'
      : 'Try it again, or set a header with a token of yours.',
  })
}

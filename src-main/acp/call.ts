import type { ClientConnection } from '@agentclientprotocol/sdk'
import type { FailureError } from '../../src-shared/base/failure.ts'
import { silent } from './agent-failures.ts'

/** Sends a request to an agent; `within` is its time limit, ms, null: none. */
export type Call = (
  method: string,
  params: unknown,
  within: { readonly ms: number; readonly doing: string } | null,
) => Promise<unknown>

/** @param gone why the agent can't answer any more; null: it can */
export function caller(sdk: ClientConnection, gone: () => FailureError | null): Call {
  return async (method, params, within) => {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      if (within !== null) timer = setTimeout(() => reject(silent(within.doing, within.ms)), within.ms)
    })
    try {
      return await Promise.race([sdk.agent.request<unknown>(method, params), late])
    } catch (thrown) {
      throw gone() ?? thrown
    } finally {
      clearTimeout(timer)
    }
  }
}

import { afterEach, describe, expect, it } from 'vitest'
import { everyDialect } from '../kit/model-server/dialects.ts'
import { faultTable } from '../kit/model-server/fault-table.ts'
import { callOnce, clientFor } from '../kit/model-server/model-client.ts'
import { type FaultServer, openFaultServer } from '../kit/model-server/model-fault-server.ts'
import { calls } from '../kit/model-server/stream-faults.ts'

// T9: each known fault of a server, in every dialect. Whatever happens, the call ends with one failure that says what
// to do, or with the whole answer; its key and half of its calls are in neither.

let server: FaultServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

it('names 86 faults', () => {
  const names = faultTable('messages').map(({ name }) => name)
  expect(new Set(names).size).toBe(86)
  expect(names).toHaveLength(86)
})

const key = 'canary-key-1234567890'

describe.each(everyDialect)('in $name', (dialect) => {
  const { api } = dialect
  it.each(faultTable(api))('$name is $is', async (fault) => {
    server = await openFaultServer((exchange) => fault.serve(exchange, dialect))
    const limits = fault.is === 'model-stalled' ? { idleLimitMs: 40, barrenLimitMs: 60 } : {}
    const { end } = await callOnce(clientFor(server.url, { key, profile: { api, ...limits } }))
    if (end.ok) {
      expect(fault.is).toBe('whole')
      expect(end.reply.message).toMatchObject({ text: 'I will look.', toolCalls: calls })
      return
    }
    expect(end.failure).toMatchObject({ kind: fault.is })
    expect(`${end.failure.message} ${end.failure.advice}`).toMatch(fault.says)
    expect(end.failure.message).toContain('Test')
    expect(end.failure.advice).toMatch(/^[A-Z].+[.?]$/s)
    expect(JSON.stringify(end.failure)).not.toContain('canary')
    if (fault.tries !== null) expect(server.received).toHaveLength(fault.tries)
  })
})

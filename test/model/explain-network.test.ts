import { expect, it } from 'vitest'
import { explainNetwork } from '../../src-main/model/tolerance/explain-network.ts'
import { profileFor } from '../kit/model-server/model-client.ts'

const at = { profile: profileFor('https://api.example.test/v1'), model: 'test-model', key: null }

/** As `fetch` throws it, wrapped by `openai`. */
const thrown = (code: string) => {
  const inner = Object.assign(new Error(`${code} happened`), { code })
  return new Error('Connection error.', { cause: new TypeError('fetch failed', { cause: inner }) })
}

it.each([
  ['ENOTFOUND', /The server name in/, 3],
  ['EAI_AGAIN', /The server name in/, 3],
  ['ECONNREFUSED', /connection refused/, 3],
  ['ETIMEDOUT', /does not respond/, 3],
  ['UND_ERR_CONNECT_TIMEOUT', /does not respond/, 3],
  ['SELF_SIGNED_CERT_IN_CHAIN', /certificate is not trusted/, 1],
  ['CERT_HAS_EXPIRED', /certificate is not trusted/, 1],
  ['ERR_SSL_WRONG_VERSION_NUMBER', /certificate is not trusted/, 1],
  ['ECONNRESET', /The connection to .* failed/, 5],
  ['ENETUNREACH', /The connection to .* failed/, 5],
])('%s is told in words, with the endpoint named', (code, words, tries) => {
  const fault = explainNetwork(at, thrown(code))
  expect(fault.failure.kind).toBe('model-unreachable')
  expect(fault.failure.message).toMatch(words)
  expect(fault.failure.message).toContain('https://api.example.test/v1 (profile “Test”)')
  expect(fault.failure.detail).toBe(`Connection error.: fetch failed: ${code} happened`)
  expect(fault.tries).toBe(tries)
})

it('looks into an error that holds one for each address tried', () => {
  const each = Object.assign(new Error('connect ECONNREFUSED ::1'), { code: 'ECONNREFUSED' })
  const error = new TypeError('fetch failed', { cause: new AggregateError([each]) })
  expect(explainNetwork(at, error).failure.message).toMatch(/connection refused/)
})

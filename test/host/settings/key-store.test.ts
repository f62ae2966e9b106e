import { expect, test } from 'vitest'
import { openKeyStore } from '../../../src-main/host/settings/key-store.ts'

test('a key of the environment is found by the address of a profile, also of one that is saved later', () => {
  const addresses = new Map([
    ['demo', ''],
    ['mine', 'https://models.example/v1'],
  ])
  const keyAt = (address: string) => (address === 'https://models.example/v1' ? 'key of the environment' : null)
  const keys = openKeyStore('', { kind: 'session', reason: 'a test', keyAt }, (id) => addresses.get(id) ?? null)
  expect([keys.get('mine'), keys.get('late'), keys.get('demo')]).toEqual(['key of the environment', null, null])
  addresses.set('late', 'https://models.example/v1')
  expect(keys.get('late')).toBe('key of the environment')
  keys.set('late', 'its own')
  expect(keys.get('late')).toBe('its own')
  keys.set('late', '')
  expect(keys.get('late')).toBe('key of the environment')
})

import { expect, it } from 'vitest'
import { redact } from '../../src-main/model/redact.ts'

const failure = (message: string) => ({ kind: 'model-key-refused', message, advice: 'Look.' }) as const

it('takes the key out of the words of a server, and leaves the words around it', () => {
  const refused = failure('It says: “Incorrect key provided: Bearer my-own-key-1234” Enter another.')
  const clean = 'It says: “Incorrect key provided: Bearer [key]” Enter another.'
  expect(redact(refused, 'my-own-key-1234').message).toBe(clean)
  expect(redact(refused, null).message).toBe(clean)
})

it('knows keys of others by their shape', () => {
  expect(redact(failure('sk-abcdefgh12345678 is no key.'), null).message).toBe('[key] is no key.')
})

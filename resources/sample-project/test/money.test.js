import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatCents, parseCents } from '../src/money.js'

test('cents are written with two digits', () => {
  assert.equal(formatCents(1999), '$19.99')
  assert.equal(formatCents(5), '$0.05')
  assert.equal(formatCents(-250), '-$2.50')
})

test('an amount reads back as it was written', () => {
  for (const cents of [0, 5, 99, 100, 1999, -250]) {
    assert.equal(parseCents(formatCents(cents)), cents)
  }
})

test('anything else is refused', () => {
  assert.throws(() => parseCents('twenty'), RangeError)
})

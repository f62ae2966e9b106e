import assert from 'node:assert/strict'
import { test } from 'node:test'
import { available, canSell, toReorder } from '../src/stock.js'

const stock = new Map([
  ['apples', { onHand: 12, reserved: 2, reorderAt: 20 }],
  ['teapot', { onHand: 3, reserved: 1, reorderAt: 2 }],
  ['candles', { onHand: 4, reserved: 4, reorderAt: 5 }],
])

test('reserved pieces are not for sale', () => {
  assert.equal(available(stock.get('apples')), 10)
  assert.equal(available({ onHand: 1, reserved: 3, reorderAt: 0 }), 0)
})

test('an order is sold only if all of it is there', () => {
  assert.equal(canSell([{ name: 'apples', quantity: 10 }], stock), true)
  assert.equal(canSell([{ name: 'apples', quantity: 11 }], stock), false)
  assert.equal(canSell([{ name: 'lamp', quantity: 1 }], stock), false)
})

test('what runs out first is ordered first', () => {
  assert.deepEqual(toReorder(stock), ['candles', 'apples'])
})

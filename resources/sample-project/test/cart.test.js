import assert from 'node:assert/strict'
import { test } from 'node:test'
import { discount, subtotal, total } from '../src/cart.js'

const apples = { price: 50, quantity: 6 }
const teapot = { price: 4000, quantity: 1 }

test('the subtotal counts every piece', () => {
  assert.equal(subtotal([apples, teapot]), 4300)
  assert.equal(subtotal([]), 0)
})

test('a small order has no discount', () => {
  assert.equal(discount([apples]), 0)
  assert.equal(total([apples]), 300)
})

test('a large order is a tenth cheaper', () => {
  assert.equal(discount([{ price: 20000, quantity: 1 }]), 2000)
  assert.equal(total([{ price: 20000, quantity: 1 }]), 18000)
})

test('an order of exactly $100.00 gets the discount too', () => {
  assert.equal(total([{ price: 2500, quantity: 4 }]), 9000)
})

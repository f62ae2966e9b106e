import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { animatedPng, chunksOf } from '../kit/window/animated-png.ts'

const still = readFileSync(join(import.meta.dirname, '../../resources/screenshot.png'))
const of = (type: string, png: Buffer) => chunksOf(png).filter((each) => each.type === type)

test('a moving picture is its frames in order, and still the first one to who knows no frames', () => {
  const moving = animatedPng([still, still], 500)
  expect(of('acTL', moving)[0]?.data.readUInt32BE(0)).toBe(2)
  expect(of('IDAT', moving).map(({ data }) => data)).toEqual(of('IDAT', still).map(({ data }) => data))
  expect(Buffer.concat(of('fdAT', moving).map(({ data }) => data.subarray(4)))).toEqual(
    Buffer.concat(of('IDAT', still).map(({ data }) => data)),
  )
  const order = chunksOf(moving).filter(({ type }) => type === 'fcTL' || type === 'fdAT')
  expect(order.map(({ data }) => data.readUInt32BE(0))).toEqual(order.map((_, index) => index))
})

test('no picture is no moving picture', () => {
  expect(() => animatedPng([], 500)).toThrow('no picture')
})

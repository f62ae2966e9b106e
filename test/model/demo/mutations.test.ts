import { describe, expect, it } from 'vitest'
import { maskText, mutationsOf } from '../../../src-main/model/demo/mutations.ts'

const linesOf = (line: string): string[] => mutationsOf(line).map((each) => each.line)

describe('mutations of a line', () => {
  it('tries a boundary first', () => {
    expect(linesOf('  if (before > discountFrom) {')[0]).toBe('  if (before >= discountFrom) {')
    expect(linesOf('    .filter((item) => available(item) < item.reorderAt)')[0]).toContain('<= item')
  })

  it.each([
    ['  return first - second', '  return second - first'],
    ['  return subtotal(lines) - discount(lines)', '  return subtotal(lines) + discount(lines)'],
    ['  const rest = cents % 100', '  const rest = cents % 101'],
    ['  return lines.every((line) => line.ok)', '  return lines.some((line) => line.ok)'],
    ['  return Math.max(0, a)', '  return Math.min(0, a)'],
    ['  if (a && b) {', '  if (a || b) {'],
    ['  sum = line.price', '  sum += line.price'],
    ['export const rate = 0.1', 'export const rate = 0.01'],
    ['  return !found', '  return found'],
  ])('%s can become %s', (line, wanted) => expect(linesOf(line)).toContain(wanted))

  it('leaves text in quotes, comments and imports alone', () => {
    expect(linesOf(`import { a } from '../a - b.js'`)).toEqual([])
    expect(linesOf('  // a > b')).toEqual([])
    expect(linesOf(`  say('1 > 0')`)).toEqual([])
    expect(maskText(`say('x')`)).toHaveLength(`say('x')`.length)
  })

  it('never offers the line itself, nor one twice', () => {
    const line = '  if (a > 1 && b < 2) return a - b'
    expect(linesOf(line)).not.toContain(line)
    expect(new Set(linesOf(line)).size).toBe(linesOf(line).length)
  })
})

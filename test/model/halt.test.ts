import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Halt } from '../../src-main/model/halt.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const minute = 60_000
const limits = { idleMs: 2 * minute, barrenMs: 10 * minute }
const open = () => new Halt(new AbortController().signal, limits)

/** A server that sends a comment each 15 s, as routers do while a model thinks. */
function signsOfLife(halt: Halt, ms: number): void {
  for (let passed = 0; passed < ms; passed += 15_000) {
    vi.advanceTimersByTime(15_000)
    halt.alive()
  }
}

describe('a stream', () => {
  it('of silence ends after the idle limit', () => {
    const halt = open()
    vi.advanceTimersByTime(2 * minute - 1)
    expect(halt.reason).toBeNull()
    vi.advanceTimersByTime(1)
    expect(halt.reason).toBe('stalled')
  })

  it('of signs of life only ends after its own limit, however many come', () => {
    const halt = open()
    signsOfLife(halt, 9.75 * minute)
    expect(halt.reason).toBeNull()
    signsOfLife(halt, minute)
    expect(halt.reason).toBe('barren')
    expect(halt.signal.aborted).toBe(true)
  })

  it('lives on for as long as something of an answer comes now and then', () => {
    const halt = open()
    for (let times = 0; times < 10; times++) {
      signsOfLife(halt, 9 * minute)
      halt.fruitful()
    }
    expect(halt.reason).toBeNull()
    halt.close()
  })

  it('is not kept open by signs of life once its answer is finished', () => {
    const halt = open()
    halt.shorten(5000)
    for (let passed = 0; passed < 6000; passed += 1000) {
      vi.advanceTimersByTime(1000)
      halt.alive()
    }
    expect(halt.reason).toBe('barren')
  })
})

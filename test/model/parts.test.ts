import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { costOf } from '../../src-main/model/endpoints/cost.ts'
import { shownAddress, suggestAddress } from '../../src-main/model/endpoints/endpoint.ts'
import { knownModel, listCost } from '../../src-main/model/endpoints/list-prices.ts'
import { newProfile } from '../../src-main/model/endpoints/new-profile.ts'
import { presetAt, presets } from '../../src-main/model/endpoints/presets.ts'
import { fault, maxAttempts } from '../../src-main/model/fault.ts'
import { StopSequenceFilter } from '../../src-main/model/stop-sequence-filter.ts'
import { ArgumentScan } from '../../src-main/model/tolerance/argument-scan.ts'
import { nextWait } from '../../src-main/model/tolerance/retry.ts'
import { modelProfile } from '../../src-shared/settings/settings.ts'

/** Any text, in any pieces. */
const pieces = (text: string, places: readonly number[]) => {
  const cuts = [...new Set(places.map((offset) => offset % (text.length + 1)))].sort((a, b) => a - b)
  return [0, ...cuts].map((from, index) => text.slice(from, cuts[index] ?? text.length))
}

describe('the scan of arguments', () => {
  it('knows in any pieces when an object has closed, and never before', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.array(fc.nat(), { maxLength: 8 }), (value, places) => {
        const text = JSON.stringify(value)
        const scan = new ArgumentScan()
        const parts = pieces(text, places)
        for (const [index, part] of parts.entries()) {
          const before = parts.slice(0, index).join('').length < text.length
          if (before) expect(scan.closed).toBe(false)
          scan.add(part)
        }
        expect(scan.closed).toBe(true)
      }),
    )
  })
})

describe('the cut at a stop sequence', () => {
  it('gives in any pieces the text before the first one', () => {
    const text = fc.array(fc.constantFrom('a', 'ab', '\n', '\nOb', '\nObs:', 'END', 'EN'), { maxLength: 12 })
    fc.assert(
      fc.property(text, fc.array(fc.nat(), { maxLength: 8 }), (words, places) => {
        const whole = words.join('')
        const stops = ['\nObs:', 'END']
        const cut = new StopSequenceFilter(stops)
        const out = pieces(whole, places).map((part) => cut.add(part))
        const at = Math.min(...stops.map((stop) => whole.indexOf(stop)).filter((index) => index >= 0))
        expect(out.join('') + cut.rest()).toBe(Number.isFinite(at) ? whole.slice(0, at) : whole)
        expect(cut.hit).toBe(Number.isFinite(at))
      }),
    )
  })
})

describe('the wait before the next try', () => {
  const outage = (afterMs: number | null) =>
    fault('model-overloaded', 'm', 'a', '', { tries: maxAttempts.outage, afterMs })

  it('doubles, with half of it left to chance, and ends', () => {
    expect([1, 2, 3, 4, 5].map((tried) => nextWait(outage(null), tried, 0))).toEqual([250, 500, 1000, 2000, null])
    expect(nextWait(outage(null), 1, 0.999)).toBe(500)
  })
  it('is never shorter than the server asks for, and none where it asks for more than a minute', () => {
    expect(nextWait(outage(10_000), 1, 0)).toBe(10_000)
    expect(nextWait(outage(60_001), 1, 0)).toBeNull()
  })
})

describe('the cost', () => {
  it('counts cached input at its own price, as part of the input', () => {
    const usage = { input: 1000, cachedInput: 400, output: 100, reasoning: 50, estimated: false }
    expect(costOf(usage, { input: 10, cachedInput: 1, output: 100 })).toBeCloseTo(
      (600 * 10 + 400 + 100 * 100) / 1e6,
      12,
    )
  })
})

describe('the presets', () => {
  it('each make a profile that is valid once it has a model and an address', () => {
    for (const preset of presets) {
      const profile = newProfile('id', preset.preset, preset.models[0] ?? 'some-model')
      expect(modelProfile.parse(profile)).toEqual(profile)
      expect(profile.baseUrl === '' || suggestAddress(profile.baseUrl) === null).toBe(true)
    }
  })
  it('are found by the host of an address, if it is a provider’s', () => {
    expect(presetAt('https://api.anthropic.com/v1')?.api).toBe('messages')
    expect(presetAt('http://localhost:11434/v1')).toBeNull()
    expect(presetAt('nonsense')).toBeNull()
  })
})

describe('a list price', () => {
  const openAi = 'https://api.openai.com/v1'
  it('is known by the address that serves the model, or at a proxy by its maker’s name for it', async () => {
    expect(await knownModel(openAi, 'gpt-4o')).toEqual({
      price: { input: 2.5, cachedInput: 1.25, output: 10 },
      contextWindow: 128_000,
    })
    expect((await knownModel('https://api.anthropic.com', 'claude-haiku-4-5')).price).toMatchObject({
      cacheWrite: 1.25,
    })
    for (const [url, model] of [
      [openAi, 'constructor'],
      ['https://models.example.com/v1', 'gpt-4000'],
      ['https://models.example.com/v1', 'gpt-oss-20b'],
      ['http://localhost:11434/v1', 'llama3.2'],
      ['http://localhost:11434/v1', 'deepseek-chat'],
      ['nonsense', 'gpt-4o'],
    ] as const)
      expect(await knownModel(url, model)).toEqual({ price: null, contextWindow: null })
    const inputs = await Promise.all(
      (
        [
          ['http://localhost:4000', 'openai/gpt-4o'],
          ['https://models.example.com/v1', 'GPT-4o-2024-08-06'],
          ['https://models.example.com/v1', 'us.anthropic.claude-sonnet-4-5-20250929-v1:0'],
          ['https://models.example.com/v1', 'anthropic/claude-sonnet-4.5'],
          ['https://models.example.com/v1', 'google/gemini-2.5-flash'],
          ['https://models.example.com/v1', 'x-ai/grok-4'],
        ] as const
      ).map(async ([url, model]) => (await knownModel(url, model)).price?.input),
    )
    expect(inputs).toEqual([2.5, 2.5, 3, 3, 0.3, 3])
  })
  it('rises with the length of the prompt where the provider’s does', async () => {
    const gemini = 'https://generativelanguage.googleapis.com/v1beta/openai'
    const usage = { input: 100_000, cachedInput: 0, output: 0, reasoning: 0, estimated: false }
    const short = await listCost(usage, gemini, 'gemini-2.5-pro')
    const long = await listCost({ ...usage, input: 400_000 }, gemini, 'gemini-2.5-pro')
    expect(short).toBeCloseTo(0.125, 6)
    expect(long).toBeCloseTo(1, 6)
  })
  it('is none for a usage that does not add up', async () => {
    const usage = { input: Number.NaN, cachedInput: 5, output: -1, reasoning: 0, estimated: false }
    expect(await listCost(usage, openAi, 'gpt-4o')).toBeNull()
  })
})

describe('an address', () => {
  it.each([
    ['http://localhost:11434', 'http://localhost:11434/v1'],
    ['https://api.openai.com/', 'https://api.openai.com/v1'],
    ['https://api.openai.com/v1/chat/completions', 'https://api.openai.com/v1'],
    ['https://api.openai.com/v1/', null],
    ['https://generativelanguage.googleapis.com/v1beta/openai', null],
    ['nonsense', null],
  ])('%s: the likelier one is %s', (address, likelier) => expect(suggestAddress(address)).toBe(likelier))
  it('is shown without what may be secret in it', () => {
    expect(shownAddress('https://me:pass@host.test/v1/?key=secret')).toBe('https://host.test/v1')
  })
})

import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

/** WCAG 2.2, 1.4.3: text 4.5:1. 1.4.11: what carries meaning without text 3:1. */
const tokens = readFileSync(resolve(import.meta.dirname, '../../../src-renderer/styles/tokens.css'), 'utf8')

const surfaces = ['bg', 'pane', 'raised', 'sunk', 'hover', 'press', 'accent-soft']
const kinds = ['model', 'read', 'edit', 'command', 'server', 'agent', 'user', 'own']
const states = ['ok', 'bad', 'warn']
const bands = ['phase-plan', 'phase-evaluate', 'phase-execute', 'added', 'removed', 'mark']

function themeTokens(theme: string): Map<string, [number, number, number]> {
  const block = new RegExp(`\\[data-theme="${theme}"\\] \\{([^}]*)\\}`).exec(tokens)?.[1] ?? ''
  const found = block.matchAll(/--([\w-]+): oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)/g)
  return new Map([...found].map(([, name = '', l, c, h]) => [name, [Number(l), Number(c), Number(h)]]))
}

/** OKLCH to linear sRGB (B. Ottosson, 2020), clipped to what a screen shows, then to relative luminance. */
function luminance([l, c, h]: [number, number, number]): number {
  const a = c * Math.cos((h * Math.PI) / 180)
  const b = c * Math.sin((h * Math.PI) / 180)
  const l3 = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m3 = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s3 = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  const clip = (value: number) => Math.min(1, Math.max(0, value))
  const red = clip(4.0767416621 * l3 - 3.3077115913 * m3 + 0.2309699292 * s3)
  const green = clip(-1.2684380046 * l3 + 2.6097574011 * m3 - 0.3413193965 * s3)
  const blue = clip(-0.0041960863 * l3 - 0.7034186147 * m3 + 1.707614701 * s3)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

describe.each(['light', 'dark'])('the %s theme', (theme) => {
  const colours = themeTokens(theme)
  const contrast = (one: string, other: string) => {
    const [a, b] = [one, other].map((name) => luminance(colours.get(name) ?? [Number.NaN, 0, 0]))
    return (Math.max(a ?? 0, b ?? 0) + 0.05) / (Math.min(a ?? 0, b ?? 0) + 0.05)
  }
  const tooWeak = (pairs: readonly (readonly [string, string])[], least: number) =>
    pairs
      .map(([one, other]) => `${one} on ${other}: ${contrast(one, other).toFixed(2)}`)
      .filter((line) => !(Number(line.split(': ')[1]) >= least))

  it('shows every ink readably on every surface, soft ground and band', () => {
    const grounds = [...surfaces, ...[...kinds, ...states].map((kind) => `${kind}-soft`), ...bands]
    const inks = ['ink', 'ink-2', 'ink-3']
    expect(
      tooWeak(
        inks.flatMap((ink) => grounds.map((ground) => [ink, ground] as const)),
        4.5,
      ),
    ).toEqual([])
  })

  it('shows coloured text readably on plain surfaces and on its own soft ground', () => {
    const pairs = [...kinds, ...states, 'accent'].flatMap((kind) =>
      ['pane', 'raised', 'sunk', 'hover', `${kind}-soft`].map((ground) => [`${kind}-ink`, ground] as const),
    )
    expect(tooWeak(pairs, 4.5)).toEqual([])
    expect(
      tooWeak(
        [
          ['on-accent', 'accent'],
          ['on-accent', 'accent-hover'],
        ],
        4.5,
      ),
    ).toEqual([])
  })

  it('shows code readably on changed lines, and on the words that differ in them', () => {
    const inks = ['ink', 'ink-2', 'accent-ink', 'ok-ink', ...kinds.map((kind) => `${kind}-ink`)]
    const grounds = ['added', 'added-strong', 'removed', 'removed-strong']
    const pairs = inks.flatMap((ink) => grounds.map((ground) => [ink, ground] as const))
    expect(tooWeak(pairs, 4.5)).toEqual([])
  })

  it('shows fills that carry meaning, and edges of controls, distinctly on panes', () => {
    const fills = [...kinds, ...states, 'accent', 'edge-control'].flatMap((fill) =>
      ['pane', 'raised'].map((ground) => [fill, ground] as const),
    )
    expect(tooWeak(fills, 3)).toEqual([])
  })
})

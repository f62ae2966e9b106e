import type { StrategyChoice } from '../../../src-shared/strategy/strategy-info.ts'

/** A composed choice as a list, outermost first: what the editor shows and moves about. */
export type Layer = Omit<StrategyChoice, 'inner'>

export function layersOf({ name, options, inner }: StrategyChoice): Layer[] {
  return [{ name, options }, ...(inner === undefined ? [] : layersOf(inner))]
}

/** @throws Error if there is no layer: a choice is never empty */
export function choiceOf(layers: readonly Layer[]): StrategyChoice {
  const [outer, ...rest] = layers
  if (outer === undefined) throw new Error('a choice has at least one strategy')
  return rest.length === 0 ? { ...outer } : { ...outer, inner: choiceOf(rest) }
}

/** Puts a wrapper around everything from `at` on: 0 is around the whole. */
export function wrapAt(layers: readonly Layer[], at: number, name: string): Layer[] {
  return layers.toSpliced(at, 0, { name, options: {} })
}

/** Takes a wrapper away and leaves what it wraps. The innermost strategy stays: there is nothing inside it. */
export function unwrapAt(layers: readonly Layer[], at: number): Layer[] {
  return canUnwrap(layers, at) ? layers.toSpliced(at, 1) : [...layers]
}

export const canUnwrap = (layers: readonly Layer[], at: number): boolean => at >= 0 && at < layers.length - 1

/** Moves a wrapper out (−1) or in (+1). The innermost strategy has no other place. */
export function moveLayer(layers: readonly Layer[], at: number, by: -1 | 1): Layer[] {
  const layer = layers[at]
  if (layer === undefined || !canMove(layers, at, by)) return [...layers]
  return layers.toSpliced(at, 1).toSpliced(at + by, 0, layer)
}

export function canMove(layers: readonly Layer[], at: number, by: -1 | 1): boolean {
  const last = layers.length - 1
  return at >= 0 && at < last && at + by >= 0 && at + by < last
}

/** Replaces a layer's strategy; options belong to a strategy and are reset. */
export function withName(layers: readonly Layer[], at: number, name: string): Layer[] {
  return layers.map((layer, index) => (index !== at || layer.name === name ? layer : { name, options: {} }))
}

export function withOptions(layers: readonly Layer[], at: number, options: Layer['options']): Layer[] {
  return layers.map((layer, index) => (index === at ? { ...layer, options } : layer))
}

/** Which layer a problem's field (`strategy.inner.options`) is about; null if none. */
export function layerOfField(field: string): number | null {
  const [first, ...rest] = field.split('.')
  return first === 'strategy' ? rest.filter((part) => part === 'inner').length : null
}

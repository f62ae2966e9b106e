import type { StrategyChoice } from '../../../src-shared/strategy/strategy-info.ts'

/** One layer of a composed strategy. The editor shows the layers as a list, outermost first. */
export type Layer = Omit<StrategyChoice, 'inner'>

export function layersOf({ name, options, inner }: StrategyChoice): Layer[] {
  return [{ name, options }, ...(inner === undefined ? [] : layersOf(inner))]
}

/** @throws Error if there is no layer: a choice can't be empty */
export function choiceOf(layers: readonly Layer[]): StrategyChoice {
  const [outer, ...rest] = layers
  if (outer === undefined) throw new Error('a choice has at least one strategy')
  return rest.length === 0 ? { ...outer } : { ...outer, inner: choiceOf(rest) }
}

/** Puts a wrapper around all layers from `at` on: 0 wraps the whole composition. */
export function wrapAt(layers: readonly Layer[], at: number, name: string): Layer[] {
  return layers.toSpliced(at, 0, { name, options: {} })
}

/** Puts a strategy inside the innermost one, for the work that this one did itself until now. */
export const addInside = (layers: readonly Layer[], name: string): Layer[] => [...layers, { name, options: {} }]

/** Removes the innermost strategy; the one around it then does the work itself. It must be able to. */
export const removeInside = (layers: readonly Layer[]): Layer[] =>
  layers.length > 1 ? layers.slice(0, -1) : [...layers]

/** Removes a wrapper and keeps what it wraps. The innermost strategy can't be removed, because it wraps nothing. */
export function unwrapAt(layers: readonly Layer[], at: number): Layer[] {
  return canUnwrap(layers, at) ? layers.toSpliced(at, 1) : [...layers]
}

export const canUnwrap = (layers: readonly Layer[], at: number): boolean => at >= 0 && at < layers.length - 1

/** Moves a wrapper out (−1) or in (+1). The innermost strategy can't move. */
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

/** The index of the layer that a problem's field (`strategy.inner.options`) refers to; null if none. */
export function layerOfField(field: string): number | null {
  const [first, ...rest] = field.split('.')
  return first === 'strategy' ? rest.filter((part) => part === 'inner').length : null
}

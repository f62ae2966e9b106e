import { useMemo } from 'react'

/**
 * Returns the same view object, or objects, until the shape changes. The spans of a view are mutated while each event
 * creates a new view object, so computations on the spans must depend on this object:
 * `const still = useByShape(view, shapeOf(view))`, then `useMemo(() => sum(still), [still])`.
 * @param shape identifies the relevant changes (`shapeOf`), or fewer of them (`useThrottled`); always the same number
 *   of values
 */
export function useByShape<T>(view: T, ...shape: readonly unknown[]): T {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the shape stands for the view; only this hook relies on that.
  return useMemo(() => view, shape)
}

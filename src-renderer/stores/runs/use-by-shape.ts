import { useMemo } from 'react'

/**
 * A view of a run, or several, that stays the same object until its shape is another. The spans of a view grow in place
 * behind a new object for each event, so what is computed of them depends on this object alone:
 * `const still = useByShape(view, shapeOf(view))`, then `useMemo(() => sum(still), [still])`.
 * @param shape what tells of the changes that matter (`shapeOf`), or a calmer one (`useCalm`); always as many values
 */
export function useByShape<T>(view: T, ...shape: readonly unknown[]): T {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the shape stands for the view; this is the one place that says so.
  return useMemo(() => view, shape)
}

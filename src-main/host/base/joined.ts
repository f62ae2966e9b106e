/**
 * Returns a function that does work of a key at once, and for all who ask while it is under way once more after it: however
 * often it is asked for, it is done once at a time.
 */
export function joined(): (key: string, work: () => Promise<unknown>) => void {
  const underWay = new Map<string, { again: (() => Promise<unknown>) | null }>()
  const begin = async (key: string, work: () => Promise<unknown>) => {
    const state: { again: (() => Promise<unknown>) | null } = { again: work }
    underWay.set(key, state)
    while (state.again !== null) {
      const next = state.again
      state.again = null
      await next().catch(() => undefined)
    }
    underWay.delete(key)
  }
  return (key, work) => {
    const state = underWay.get(key)
    if (state === undefined) void begin(key, work)
    else state.again = work
  }
}

/**
 * Returns a function that runs work of the same key one after the other, whatever becomes of the work before.
 */
export function inOrder(): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>()
  return (key, work) => {
    const before = last.get(key) ?? Promise.resolve()
    const result = before.then(work, work)
    last.set(key, result)
    const forget = () => {
      if (last.get(key) === result) last.delete(key)
    }
    result.then(forget, forget)
    return result
  }
}

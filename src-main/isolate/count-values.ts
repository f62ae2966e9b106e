/** A value takes at least two characters, including its comma. */
const worthCounting = 200_000

/**
 * How many values a JSON text contains, in all its lists and objects; 0 if it is too short to contain many, or
 * not JSON. For the thread: the host parses such a text only once it is known to be cheap.
 */
export function countValues(text: string): number {
  return text.length < worthCounting ? 0 : valuesIn(parsed(text))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Not recursive, since the nesting may be of any depth. */
function valuesIn(value: unknown): number {
  const open: unknown[] = [value]
  let count = 0
  while (open.length > 0) {
    const each = open.pop()
    count++
    if (typeof each !== 'object' || each === null) continue
    for (const inner of Object.values(each)) open.push(inner)
  }
  return count
}

/** A value takes two characters at least, its comma included. */
const worthCounting = 200_000

/**
 * How many values a JSON text holds, in all its lists and objects; 0 of one that is too short to hold many, or that is
 * no JSON. For the thread: the host reads such a text only once it is known to be read in no time.
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

/** Not by recursion: it may be nested as deep as it likes. */
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

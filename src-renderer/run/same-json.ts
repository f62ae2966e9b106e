/** Whether two texts of JSON say the same; key order and spacing do not matter. Texts that are none are compared as they are. */
export function sameJson(one: string, other: string): boolean {
  return one === other || ordered(one) === ordered(other)
}

function ordered(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), (_, value: unknown) => sorted(value))
  } catch {
    return text
  }
}

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** A tool call being edited; `key` identifies it while calls are added and removed. */
export interface DraftCall {
  readonly key: number
  readonly tool: string
  readonly arguments: string
}

/** What is wrong with a call's arguments; null if they are valid. */
export function callProblem({ tool, arguments: text }: Pick<DraftCall, 'tool' | 'arguments'>): string | null {
  if (tool.trim() === '') return 'Name the tool.'
  try {
    const value: unknown = JSON.parse(text)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? null : 'Arguments are a JSON object, such as {"path": "src/cart.js"}.'
  } catch (thrown) {
    return `This is not JSON: ${thrown instanceof Error ? thrown.message : String(thrown)}`
  }
}

/** Ends an exhaustive switch: it compiles only if every case is handled. */
export function assertNever(value: never): never {
  throw new Error(`not handled: ${JSON.stringify(value)}`)
}

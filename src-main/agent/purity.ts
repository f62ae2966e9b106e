/**
 * While a strategy's code runs, the clock and random numbers throw: a strategy that used them would behave differently
 * when replayed. Moves are synchronous, so no other code runs in between and the guard is exact.
 */
export function runPurely<T>(work: () => T): T {
  const { now } = Date
  const { random } = Math
  Date.now = () => refuse('Date.now', 'readClock')
  Math.random = () => refuse('Math.random', 'random')
  try {
    return work()
  } finally {
    Date.now = now
    Math.random = random
  }
}

function refuse(name: string, step: string): never {
  throw new Error(`${name} may not be used inside a strategy: ask with the step \`${step}\`.`)
}

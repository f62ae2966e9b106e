/** A canvas that only records what is drawn on it. */
interface Drawn {
  readonly name: string
  readonly values: readonly unknown[]
  readonly fill: unknown
}
export interface FakeCanvas {
  readonly context: CanvasRenderingContext2D
  readonly drawn: Drawn[]
}

export function fakeCanvas(): FakeCanvas {
  const drawn: Drawn[] = []
  const state: Record<string, unknown> = { globalAlpha: 1 }
  const context = new Proxy(state, {
    get: (_, name) => {
      if (typeof name !== 'string') return undefined
      if (name === 'measureText') return (text: string) => ({ width: text.length * 6 })
      if (name in state) return state[name]
      return (...values: unknown[]) => {
        drawn.push({ name, values, fill: state['fillStyle'] })
      }
    },
  })
  // The only cast: the painters use a small part of the interface, all of which is recorded above.
  return { context: context as unknown as CanvasRenderingContext2D, drawn }
}

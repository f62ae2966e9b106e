/** Damage that was found, each listed once, so that the user is notified whichever code found it. */
export interface DamageNotes {
  /** @param table `events` for a log @param key of the row, or the run of the log */
  note(table: string, key: string): void
  list(): readonly DamageNote[]
  /** Called with everything found from now on. @returns unsubscribe */
  listen(listener: (note: DamageNote) => void): () => void
}
export interface DamageNote {
  readonly table: string
  readonly key: string
}

export function createDamageNotes(): DamageNotes {
  const notes = new Map<string, DamageNote>()
  const listeners = new Set<(note: DamageNote) => void>()
  return {
    note: (table, key) => {
      const name = `${table} ${key}`
      if (notes.has(name)) return
      const made = { table, key }
      notes.set(name, made)
      for (const listener of listeners) listener(made)
    },
    list: () => [...notes.values()],
    listen: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

interface Kept {
  readonly persist: {
    readonly getOptions: () => { readonly name?: string | undefined }
    readonly rehydrate: () => unknown
  }
}

/**
 * Reads a persisted store again when another window of the app has written it. Otherwise each window would write its
 * own state over what the others have changed since it was opened.
 */
export function followOtherWindows(...stores: readonly Kept[]): () => void {
  const written = ({ key }: StorageEvent) => {
    for (const { persist } of stores) if (key === persist.getOptions().name) void persist.rehydrate()
  }
  addEventListener('storage', written)
  return () => removeEventListener('storage', written)
}

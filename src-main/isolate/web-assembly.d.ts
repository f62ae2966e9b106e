/** Of the global that Node has and its types leave out, what the engine needs. Sizes in pages of 64 KiB. */
declare namespace WebAssembly {
  interface Memory {
    readonly buffer: ArrayBuffer
  }
  const Memory: new (size: { readonly initial: number; readonly maximum: number }) => Memory
}

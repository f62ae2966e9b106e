/** The part of Node's `WebAssembly` global that the engine needs and Node's types omit. Sizes in pages of 64 KiB. */
declare namespace WebAssembly {
  interface Memory {
    readonly buffer: ArrayBuffer
  }
  type Module = object
  const Module: new (bytes: Uint8Array) => Module
  const Memory: new (size: { readonly initial: number; readonly maximum: number }) => Memory
}

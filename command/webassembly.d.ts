// The type of a compiled WebAssembly module, which Node's types do not have.
declare namespace WebAssembly {
  class Module {
    constructor(bytes: Uint8Array);
  }
}

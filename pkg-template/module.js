// Beside the generated code, which throws it.
export class ArgumentError extends Error {
  constructor(argument, message) {
    super(message);
    this.name = "ArgumentError";
    this.argument = argument;
  }
}

/** The object's pointer into the module, unless it was freed. */
// biome-ignore lint/correctness/noUnusedVariables: the generated code below it calls it.
function alive(object, name) {
  if (object.__wbg_ptr === 0) throw new Error(`this ${name} was freed`);
  return object.__wbg_ptr;
}

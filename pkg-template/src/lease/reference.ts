// References that do not keep generators alive.

/** A weak reference, or a strong one where the runtime has no `WeakRef`. */
export interface Reference<T extends object> {
  deref(): T | undefined;
}

/** Without `WeakRef`, generators are never collected. */
export function referenceTo<T extends object>(holder: T): Reference<T> {
  return typeof WeakRef === "undefined" ? new StrongReference(holder) : new WeakRef(holder);
}

// A class, because minifiers inline functions: a closure would share its scope with other closures, which would keep
// the holder alive where `WeakRef` exists too.
class StrongReference<T> {
  readonly #holder: T;

  constructor(holder: T) {
    this.#holder = holder;
  }

  deref(): T {
    return this.#holder;
  }
}

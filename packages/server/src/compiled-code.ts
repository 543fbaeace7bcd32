import module from 'node:module'
import { fileURLToPath } from 'node:url'

// A name beginning with a dot: whoever packs or cleans `dist` leaves it out or takes it with the rest.
const FOLDER = new URL('.compiled/', import.meta.url)

/**
 * Lets this start take what V8 compiled in one before from a folder beside the program, and keep there what it did not
 * find. `NODE_COMPILE_CACHE` names another folder, `NODE_DISABLE_COMPILE_CACHE` turns it off. Where nothing can be
 * written, or what is there does not fit this Node or these files, code is compiled as ever (SERVE-15).
 */
export function useCompiledCode(command: string | undefined): void {
  // V8 takes nothing that was compiled under other options, and `serve` has some of its own.
  const folder = new URL(command === 'serve' ? 'serve' : 'other', FOLDER)
  module.enableCompileCache?.(fileURLToPath(folder))
}

/** Writes what the start compiled, so that a process that is killed later leaves it too. */
export function keepCompiledCode(): void {
  module.flushCompileCache?.()
}

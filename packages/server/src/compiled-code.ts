import module from 'node:module'
import { fileURLToPath } from 'node:url'

// The leading dot excludes it from packages; cleaning `dist` removes it.
const FOLDER = new URL('.compiled/', import.meta.url)

/**
 * Reuses the code that V8 compiled in an earlier start, from a folder next to the program, and stores what is missing.
 * `NODE_COMPILE_CACHE` sets another folder, and `NODE_DISABLE_COMPILE_CACHE` turns it off. If the folder is read-only, or its
 * files do not match this version of Node or the program, the code is compiled as usual (SERVE-15).
 */
export function useCompiledCode(command: string | undefined): void {
  // V8 rejects code that was compiled with other options, and `serve` sets options.
  const folder = new URL(command === 'serve' ? 'serve' : 'other', FOLDER)
  module.enableCompileCache?.(fileURLToPath(folder))
}

/** Writes the compiled code now, so that it is stored even if the process is killed later. */
export function keepCompiledCode(): void {
  module.flushCompileCache?.()
}

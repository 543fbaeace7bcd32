interface VirtualMachine {
  createContext(globals: object): object
  readonly Script: new (code: string) => { runInContext(realm: object, options: { readonly timeout: number }): unknown }
}

interface Runtime {
  readonly process?: { getBuiltinModule?(name: 'node:vm'): VirtualMachine | undefined }
}

/**
 * Runs work that somebody else's input may make endless, and ends it after a time. Answers undefined when it was ended; what it has
 * changed by then stays so. Where a runtime has no `node:vm` that can end anything, it takes as long as it takes.
 * @param work does not yield: it is ended wherever it is
 */
export function runWithin<Result>(limitMs: number, work: () => Result): { readonly result: Result } | undefined {
  const machine = (globalThis as Runtime).process?.getBuiltinModule?.('node:vm')
  if (!machine) return { result: work() }
  let result: { readonly result: Result } | undefined
  const run = () => {
    result = { result: work() }
  }
  try {
    new machine.Script('run()').runInContext(machine.createContext({ run }), { timeout: limitMs })
  } catch (error) {
    if ((error as { readonly code?: unknown } | undefined)?.code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error
    return undefined
  }
  return result
}

interface VirtualMachine {
  createContext(globals: object): object
  readonly Script: new (code: string) => { runInContext(realm: object, options: { readonly timeout: number }): unknown }
}

interface Runtime {
  readonly process?: { getBuiltinModule?(name: 'node:vm'): VirtualMachine | undefined }
}

/**
 * Runs work whose input comes from clients and may make it endless, and terminates it after a time. Returns undefined
 * if it was terminated; its side effects until then remain. On a runtime without a suitable `node:vm`, there is no
 * limit.
 * @param work is synchronous, and may be terminated at any point
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

import { nodeVersionProblem } from './node-version-problem.ts'

/** The version information of a runtime: browsers have none, and Node-compatible runtimes add their own name. */
interface Runtime {
  readonly process?: { readonly versions?: Readonly<Record<string, string | undefined>> }
}

/** Throws if the Node release is too old: otherwise something fails later, or the process crashes (EMBED-20). */
export function refuseOldNode({ process }: Runtime = globalThis as Runtime): void {
  const { node, bun, deno } = process?.versions ?? {}
  if (node === undefined || bun !== undefined || deno !== undefined) return
  const problem = nodeVersionProblem(node)
  if (problem) throw new Error(problem)
}

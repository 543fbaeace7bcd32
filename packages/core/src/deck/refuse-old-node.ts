import { nodeVersionProblem } from './node-version-problem.ts'

/** What runtimes say of themselves: browsers nothing, and those that stand in for Node their own names as well. */
interface Runtime {
  readonly process?: { readonly versions?: Readonly<Record<string, string | undefined>> }
}

/** Throws on a Node that is too old, where something would fail later or the process crash (EMBED-20). */
export function refuseOldNode({ process }: Runtime = globalThis as Runtime): void {
  const { node, bun, deno } = process?.versions ?? {}
  if (node === undefined || bun !== undefined || deno !== undefined) return
  const problem = nodeVersionProblem(node)
  if (problem) throw new Error(problem)
}

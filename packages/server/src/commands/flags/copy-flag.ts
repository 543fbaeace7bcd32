import type { CopiedFlags } from '@flagdeck/core'
import type { CommandOutput } from '../command-output.ts'
import { requireProjectNamed } from '../find-project.ts'
import { inProject, type ProjectRequest } from '../in-project.ts'
import { requireFlag } from './find-flag.ts'

/** Which flag to copy, and where to. */
export interface CopyFlagRequest extends ProjectRequest {
  /** Its key, or its id. */
  readonly name: string
  /** Projects of the same organization, by names or ids. */
  readonly to: readonly string[]
  /** Whether it is off where it is copied to. */
  readonly off: boolean
  readonly dryRun: boolean
}

interface Copied {
  readonly output: CommandOutput
  /** Of each project that does not get the flag, why. */
  readonly failed: readonly string[]
}

/** `flagdeck flag copy`: copies a flag to other projects, to each whole or not at all, or tells what that would do (FLAG-110). */
export function copyFlag(request: CopyFlagRequest): Promise<Copied> {
  const { name, to, off, dryRun } = request
  return inProject(request, { looks: dryRun }, async ({ flags, context, project }) => {
    const { key } = await requireFlag(flags, name)
    const targets = await context.store.read(async (tx) => {
      const found = new Map<number, string>()
      for (const wanted of to) {
        const target = await requireProjectNamed(tx, wanted, [project.organizationId])
        found.set(target.id, target.name)
      }
      return found
    })
    const copied = await flags.copy(key, [...targets.keys()], { disable: off, dryRun })
    return outcome(key, copied, targets, dryRun)
  })
}

function outcome(
  key: string,
  { success, failed }: CopiedFlags,
  targets: ReadonlyMap<number, string>,
  dryRun: boolean,
): Copied {
  const name = (projectId: number) => targets.get(projectId) ?? String(projectId)
  const lines = success.map(({ projectId, active }) => {
    return `${key} ${dryRun ? 'would be' : 'is'} in ${name(projectId)}, and ${active ? 'on' : 'off'}.`
  })
  return {
    output: {
      data: {
        success: success.map(({ id, projectId, active }) => ({ id, project: projectId, key, active })),
        failed: failed.map(({ projectId, message }) => ({ project: projectId, reason: message })),
        applied: !dryRun,
      },
      text: [...lines, ...(dryRun ? ['Nothing was written.'] : [])].join('\n'),
    },
    failed: failed.map(({ projectId, message }) => `${name(projectId)} does not get it: ${message}`),
  }
}

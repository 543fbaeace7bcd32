import type { CopiedFlags, EmbeddedFlags, JsonObject } from '@flagdeck/core'
import type { CommandOutput } from '../command-output.ts'
import { CommandProblem } from '../command-problem.ts'
import { requireProjectNamed } from '../find-project.ts'
import { inProject, type ProjectRequest } from '../in-project.ts'
import { confirm } from '../transfer/confirm.ts'
import { changesText } from '../transfer/plan-text.ts'
import { requireFlag } from './find-flag.ts'

/** The flag to copy, and the target projects. */
export interface CopyFlagRequest extends ProjectRequest {
  /** The key or the id of the flag. */
  readonly name: string
  /** Names or ids of projects of the same organization. */
  readonly to: readonly string[]
  /** Whether the copies are turned off. */
  readonly off: boolean
  /** Whether to copy the flags that it depends on too, to projects that do not have them. */
  readonly dependencies: boolean
  readonly dryRun: boolean
  /** Whether to change existing flags without a confirmation. */
  readonly yes: boolean
  /** Whether a user at a terminal can confirm changes of existing flags. */
  readonly canAsk: boolean
}

interface Copied {
  readonly output: CommandOutput
  /** A sentence for each project to which the flag was not copied. */
  readonly failed: readonly string[]
}

/** Maps ids of projects to names. */
type Targets = ReadonlyMap<number, string>

/**
 * `flagdeck flag copy`: copies a flag to other projects, or reports what that would change (FLAG-110). It changes existing
 * flags only after it has shown the differences and the user has confirmed them (FLAG-112).
 */
export function copyFlag(request: CopyFlagRequest): Promise<Copied> {
  const { name, to, dryRun } = request
  return inProject(request, { readOnly: dryRun }, async ({ flags, context, project }) => {
    const { key } = await requireFlag(flags, name)
    const targets = await context.store.read(async (tx) => {
      const found = new Map<number, string>()
      for (const wanted of to) {
        const target = await requireProjectNamed(tx, wanted, [project.organizationId])
        found.set(target.id, target.name)
      }
      return found
    })
    return copyConfirmed(flags, key, targets, request)
  })
}

async function copyConfirmed(flags: EmbeddedFlags, key: string, targets: Targets, request: CopyFlagRequest) {
  const { off: disable, dependencies, dryRun, yes } = request
  const projectIds = [...targets.keys()]
  const planned = await flags.copy(key, projectIds, { disable, dependencies, dryRun: true })
  if (dryRun) return outcome(key, planned, targets, { applied: false })
  if (!yes && changesExisting(planned) && !(await confirmed(planned, targets, request))) {
    return { output: { data: { applied: false }, text: 'Nothing was changed.' }, failed: [] }
  }
  const copied = await flags.copy(key, projectIds, { disable, dependencies, confirmed: planned.changes })
  return outcome(key, copied, targets, { applied: true })
}

function changesExisting({ changes }: CopiedFlags): boolean {
  return changes.some((target) => target.changes.some(({ action }) => action !== 'create'))
}

async function confirmed(planned: CopiedFlags, targets: Targets, { canAsk }: CopyFlagRequest): Promise<boolean> {
  const difference = differences(planned, targets).join('\n')
  if (!canAsk) {
    throw new CommandProblem(
      `${difference}\n\nThis copy changes existing flags: add --yes to confirm, or --dry-run to only show the changes.`,
      2,
    )
  }
  process.stderr.write(`${difference}\n\n`)
  return confirm('Apply these changes?')
}

function differences({ changes }: CopiedFlags, targets: Targets): string[] {
  return changes.flatMap(({ projectId, changes: made }) =>
    made.length > 0 ? [`In ${nameOf(targets, projectId)}:`, ...changesText(made)] : [],
  )
}

function nameOf(targets: Targets, projectId: number): string {
  return targets.get(projectId) ?? String(projectId)
}

function outcome(
  key: string,
  copied: CopiedFlags,
  targets: Targets,
  { applied }: { readonly applied: boolean },
): Copied {
  const { success, changes, failed } = copied
  const lines = success.map(({ projectId, active }) => {
    return `${applied ? 'Copied' : 'Would copy'} ${key} to ${nameOf(targets, projectId)} (${active ? 'on' : 'off'}).`
  })
  const text = applied ? lines : [...differences(copied, targets), ...lines, 'Nothing was saved.']
  return {
    output: {
      data: {
        success: success.map(({ id, projectId, active }) => ({ id, project: projectId, key, active })),
        changes: changes.map(({ projectId, changes: made }) => ({
          project: projectId,
          changes: made as unknown as JsonObject[], // plain data
        })),
        failed: failed.map(({ projectId, message }) => ({ project: projectId, reason: message })),
        applied,
      },
      text: text.join('\n'),
    },
    failed: failed.map(({ projectId, message }) => `Not copied to ${nameOf(targets, projectId)}: ${message}`),
  }
}

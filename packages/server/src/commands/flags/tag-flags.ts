import type { EmbeddedFlags, EmbeddedProject, TaggedFlags } from '@flagdeck/core'
import type { FlagFailure } from '@flagdeck/core/operations'
import type { CommandOutput } from '../command-output.ts'
import { CommandProblem } from '../command-problem.ts'
import { inProject, type ProjectRequest } from '../in-project.ts'
import { requireFlag } from './find-flag.ts'

/** The flags, and the tags to add and remove. */
export interface TagFlagsRequest extends ProjectRequest {
  /** Keys or ids of the flags. */
  readonly names: readonly string[]
  readonly add: readonly string[]
  readonly remove: readonly string[]
  readonly dryRun: boolean
}

interface Tagged {
  readonly output: CommandOutput
  /** A sentence for each flag that was not changed. */
  readonly skipped: readonly string[]
}

/** `flagdeck flag tag`: adds and removes tags, or previews it (FLAG-107). */
export function tagFlags(request: TagFlagsRequest): Promise<Tagged> {
  const { add, remove, dryRun } = request
  if (add.length + remove.length === 0) throw new CommandProblem('Specify tags with --add, --remove or both.', 2)
  return inProject(request, { readOnly: dryRun }, async (project) => {
    const ids: number[] = []
    const keys = new Map<number, string>()
    for (const name of request.names) {
      const { id, key } = await requireFlag(project.flags, name)
      ids.push(id)
      keys.set(id, key)
    }
    const tag = ({ flags }: Pick<EmbeddedProject, 'flags'>) => changeTags(flags, ids, request)
    return outcome(await (dryRun ? project.dryRun(tag, { changedFlags: ids.length }) : tag(project)), keys, dryRun)
  })
}

/** Adds and removes tags in two transactions: added tags stay if removing fails. */
async function changeTags(
  flags: EmbeddedFlags,
  ids: readonly number[],
  { add, remove }: Pick<TagFlagsRequest, 'add' | 'remove'>,
): Promise<TaggedFlags> {
  const added = add.length > 0 ? await flags.updateTags({ ids: [...ids], action: 'add', tags: [...add] }) : undefined
  if (remove.length === 0 && added) return added
  const { updated, skipped } = await flags.updateTags({ ids: [...ids], action: 'remove', tags: [...remove] })
  return { updated, skipped: [...(added?.skipped ?? []), ...skipped] }
}

function outcome({ updated, skipped }: TaggedFlags, keys: ReadonlyMap<number, string>, dryRun: boolean): Tagged {
  const verb = dryRun ? 'would be' : 'are now'
  const lines = updated.map(({ id, tags }) => `The tags of ${keys.get(id)} ${verb}: ${tags.join(', ') || 'none'}.`)
  const name = ({ id }: FlagFailure) => keys.get(Number(id)) ?? String(id)
  return {
    output: {
      data: {
        updated: updated.map(({ id, tags }) => ({ id, key: keys.get(id) ?? null, tags })),
        skipped: skipped.map((flag) => ({ id: Number(flag.id), key: name(flag), reason: flag.reason })),
        applied: !dryRun,
      },
      text: [...lines, ...(dryRun ? ['Nothing was saved.'] : [])].join('\n'),
    },
    skipped: skipped.map((flag) => `${name(flag)} was not changed: ${flag.reason}`),
  }
}

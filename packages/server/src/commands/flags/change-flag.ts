import type { EmbeddedFlags, EmbeddedProject, FlagDetails, FlagPreview, JsonValue } from '@flagdeck/core'
import { SWITCHES } from '@flagdeck/core/operations'
import type { CommandOutput } from '../command-output.ts'
import { inProject, type ProjectRequest } from '../in-project.ts'
import { requireDeletedFlag, requireFlag } from './find-flag.ts'
import { FLAG_CHANGES, type FlagChange } from './flag-changes.ts'
import { previewText } from './preview-text.ts'

/** The flag to change, and whether to save it. */
export interface ChangeFlagRequest extends ProjectRequest {
  /** The key or the id of the flag. */
  readonly name: string
  readonly dryRun: boolean
}

/** `flagdeck flag enable`, `disable`, `archive`, `unarchive` and `restore`: changes one flag, or previews it (FLAG-107). */
export function changeFlag(to: FlagChange, request: ChangeFlagRequest): Promise<CommandOutput> {
  return inProject(request, { readOnly: request.dryRun }, async (project) => {
    const find = to === 'restore' ? requireDeletedFlag : requireFlag
    const before = await find(project.flags, request.name)
    if (to === 'restore' && !before.deleted) return unchanged(before, to)
    if (request.dryRun) return tryChange(project, before, to)
    const flag = await apply(project.flags, before.id, to)
    return flag.version === before.version ? unchanged(before, to) : changed(flag, to)
  })
}

function apply(flags: EmbeddedFlags, flagId: number, to: FlagChange): Promise<FlagDetails> {
  return to === 'restore' ? flags.restore(flagId) : flags[to](flagId)
}

async function tryChange(project: EmbeddedProject, before: FlagDetails, to: FlagChange): Promise<CommandOutput> {
  const flag = await project.dryRun(({ flags }) => apply(flags, before.id, to))
  if (flag.version === before.version) return unchanged(before, to)
  const preview = await project.flags.preview(before.id, to === 'restore' ? { deleted: false } : SWITCHES[to])
  const would = `Flag ${flag.key} would be ${FLAG_CHANGES[to].done} (version ${flag.version}). Nothing was saved.`
  return {
    data: { ...flagData(flag), changed: true, applied: false, preview: plain(preview) },
    text: [would, ...previewText(preview)].join('\n'),
  }
}

function changed(flag: FlagDetails, to: FlagChange): CommandOutput {
  return {
    data: { ...flagData(flag), changed: true, applied: true },
    text: `Flag ${flag.key} ${FLAG_CHANGES[to].done} (version ${flag.version}). Running servers apply this within five seconds.`,
  }
}

function unchanged(flag: FlagDetails, to: FlagChange): CommandOutput {
  return {
    data: { ...flagData(flag), changed: false, applied: false },
    text: `Flag ${flag.key} is ${FLAG_CHANGES[to].already}; nothing changed.`,
  }
}

function flagData({ id, key, version, active, archived, deleted }: FlagDetails) {
  return { id, key, version, active, archived, deleted }
}

/** Results of operations are plain data that can be sent as JSON. */
function plain(preview: FlagPreview): JsonValue {
  return preview as never
}

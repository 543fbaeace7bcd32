import type { FlagPreview } from '@flagdeck/core'

/**
 * Returns how many results would change, as lines of text: first for the flag, then for each flag that depends on it.
 */
export function previewText(preview: FlagPreview): readonly string[] {
  const { changed, total, counted, complete, groupTypeIndex, dependants } = preview
  if (!counted) return [uncounted(preview)]
  const stored = groupTypeIndex === null ? 'users' : 'groups'
  const checked = complete ? '' : ', among those checked in time'
  return [
    `${changed} of ${total} stored ${stored} would get a different result${checked}.`,
    ...dependants.map((each) => `${each.key} depends on it: ${each.changed} would get a different result.`),
  ]
}

function uncounted({ groupTypeIndex, estimate }: FlagPreview): string {
  const subjects = groupTypeIndex === null ? 'users' : 'groups'
  const reason = `No ${subjects} are stored, so the effect cannot be counted.`
  if (estimate === null) return reason
  return `${reason} Based on usage, about ${estimate.changed} of ${estimate.users} ${subjects} in the last 7 days would get a different result.`
}

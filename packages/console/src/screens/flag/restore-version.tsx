import { call, type Output } from '../../api/call.ts'
import { know, refresh, useQuery } from '../../api/query.ts'
import { Answered } from '../../parts/answered.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { tell } from '../../parts/toasts.tsx'
import { activity } from '../../text/activity.ts'
import { type Change, spokenChanges } from '../../text/flag-change.ts'
import { activityText } from '../../text/flag-page.ts'
import { uncountedEffect } from '../../text/uncounted.ts'
import { type Flag, inputOf } from './flag.ts'
import { VersionParts } from './version-parts.tsx'

interface Props {
  readonly flag: Flag
  readonly version: number
  readonly onClose: () => void
}

function versionInput(id: number, version: number) {
  const { params } = inputOf(id)
  return { params: { ...params, version } }
}

/** Shows what restoring a version would change, and restores it. */
export function RestoreVersion({ flag, version, onClose }: Props) {
  const preview = useQuery('restoreFlagVersion', { ...versionInput(flag.id, version), query: { dry_run: true } })
  const difference = useQuery('compareFlagVersions', {
    ...versionInput(flag.id, flag.version),
    query: { to: String(version) },
  })
  return (
    <Confirm
      size="wide"
      title={activityText.restore(version)}
      action={activityText.restore(version)}
      onConfirm={() => restore(flag, version)}
      onClose={onClose}
    >
      <Answered query={preview} rows={1}>
        {(tried) => (tried.preview ? <Effect preview={tried.preview} /> : null)}
      </Answered>
      <Answered query={difference} rows={4}>
        {({ changes }) => <Becomes flagId={flag.id} changes={spokenChanges(changes)} />}
      </Answered>
    </Confirm>
  )
}

function Becomes({ flagId, changes }: { readonly flagId: number; readonly changes: readonly Change[] }) {
  if (changes.length === 0) return <p class="quiet">{activity.same}</p>
  return (
    <>
      <p class="quiet">{activity.wouldChange}</p>
      <VersionParts flagId={flagId} changes={changes} />
    </>
  )
}

type Preview = NonNullable<Output<'restoreFlagVersion'>['preview']>

function Effect({ preview }: { readonly preview: Preview }) {
  const { changed, total, counted, group_type_index } = preview
  const ofGroups = group_type_index !== null
  if (!counted) return <p>{uncountedEffect(preview)}</p>
  return <p>{activityText.affects(changed, total, ofGroups ? 'groups' : 'users')}</p>
}

async function restore(flag: Flag, version: number): Promise<void> {
  await goBack(flag.id, version)
  tell(activityText.restored(version), () => goBack(flag.id, flag.version))
}

async function goBack(id: number, version: number): Promise<void> {
  know('retrieveFlag', inputOf(id), await call('restoreFlagVersion', versionInput(id, version)))
  await refresh()
}

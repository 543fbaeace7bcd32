import type { Query } from '../../api/query.ts'
import { sentences } from '../../text/frame.ts'
import { versions as text } from '../../text/versions.ts'
import { Answered } from '../answered.tsx'
import { Dialog } from '../dialog.tsx'
import { Time } from '../time.tsx'
import { tell } from '../toasts.tsx'
import { useDoing } from '../use-doing.ts'
import { Wrong } from '../wrong.tsx'
import './versions.css'

interface Version {
  readonly version: number
  readonly activity: string
  readonly user: { readonly first_name: string; readonly email: string | null }
  readonly fields: readonly string[]
  readonly created_at: string
}

interface Props {
  readonly query: Query<{ readonly results: readonly Version[]; readonly count: number }>
  /** The current version. */
  readonly current: number
  readonly mayRestore: boolean
  readonly goBack: (version: number) => Promise<unknown>
  readonly onMore: () => void
  readonly onClose: () => void
}

/** Lists the versions of a record with their authors, and restores them. */
export function VersionsDialog({ query, current, mayRestore, goBack, onMore, onClose }: Props) {
  const doing = useDoing()
  const restore = (version: number) =>
    doing.run(async () => {
      await goBack(version)
      tell(text.wentBack(version), () => goBack(current))
      onClose()
    })
  return (
    <Dialog title={text.title} onClose={onClose}>
      <Answered query={query} rows={5}>
        {({ results, count }) => (
          <>
            <ol class="stack versions">
              {results.map((entry) => (
                <Entry
                  key={entry.version}
                  entry={entry}
                  onRestore={mayRestore && entry.version !== current ? restore : undefined}
                />
              ))}
            </ol>
            {count > results.length && (
              <button type="button" class="button" onClick={onMore}>
                {text.older}
              </button>
            )}
          </>
        )}
      </Answered>
      <Wrong problem={doing.problem} />
      <div class="actions">
        <button type="button" class="button" onClick={onClose}>
          {sentences.close}
        </button>
      </div>
    </Dialog>
  )
}

interface EntryProps {
  readonly entry: Version
  readonly onRestore: ((version: number) => void) | undefined
}

function Entry({ entry: { version, activity, user, fields, created_at }, onRestore }: EntryProps) {
  return (
    <li class="row wrap">
      <span class="grow">
        <b>{user.first_name || user.email}</b> {text.did(activity, fields)}
        <span class="quiet small">
          {' '}
          {text.version(version)}, <Time at={created_at} />
        </span>
      </span>
      {onRestore && (
        <button type="button" class="button" onClick={() => onRestore(version)}>
          {text.goBack(version)}
        </button>
      )}
    </li>
  )
}

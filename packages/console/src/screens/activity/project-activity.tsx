import { useState } from 'preact/hooks'
import { Answered } from '../../parts/answered.tsx'
import { useDoing } from '../../parts/use-doing.ts'
import { Wrong } from '../../parts/wrong.tsx'
import { openProject } from '../../session.ts'
import { type ActivityKind, activity } from '../../text/activity.ts'
import { Days } from './days.tsx'
import { useNewest } from './use-newest.ts'
import { type MadeVersion, VersionDialog } from './version-dialog.tsx'

const STEP = 50

interface Props {
  /** null: every kind. */
  readonly kind: ActivityKind | null
  /** A UUID; empty: anybody. */
  readonly person: string
}

export function ProjectActivity({ kind, person }: Props) {
  const shown = useNewest({
    params: { project_id: openProject().id },
    query: { limit: String(STEP), ...(kind && { scope: kind }), ...(person && { user: person }) },
  })
  const [version, setVersion] = useState<MadeVersion>()
  const doing = useDoing()
  return (
    <Answered query={shown.query} rows={10}>
      {() => (
        <>
          <div role="status">
            {shown.fresh.length > 0 && (
              <button type="button" class="button fresh" onClick={shown.showFresh}>
                {activity.fresh(shown.fresh.length, shown.fresh.length >= STEP)}
              </button>
            )}
          </div>
          {shown.entries.length === 0 && <p class="quiet">{person ? activity.nothingBy : activity.none}</p>}
          <Days entries={shown.entries} onVersion={setVersion} />
          <Wrong problem={doing.problem} />
          {shown.hasOlder && (
            <button type="button" class="button" disabled={doing.blocked} onClick={() => doing.run(shown.showOlder)}>
              {activity.older}
            </button>
          )}
          {version && <VersionDialog of={version} onClose={() => setVersion(undefined)} />}
        </>
      )}
    </Answered>
  )
}

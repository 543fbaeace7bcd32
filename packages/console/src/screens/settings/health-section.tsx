import { refresh, useQuery } from '../../api/query.ts'
import { Answered } from '../../parts/answered.tsx'
import { runsOrganization } from '../../session.ts'
import { health as text } from '../../text/settings.ts'
import { inOrganization } from './organization.ts'

/** What the service stands on, as `flagdeck doctor` sees it. */
export function HealthSection() {
  const isAsked = runsOrganization.value
  const found = useQuery('retrieveHealth', isAsked ? { params: inOrganization() } : null)
  if (!isAsked) return <p class="quiet">{text.onlyAdmins}</p>
  return (
    <section class="stack">
      <h2>{text.title}</h2>
      <p class="quiet">{text.about}</p>
      <Answered query={found} rows={5}>
        {({ healthy, checks }) => (
          <>
            <p role="status">{healthy ? text.well : text.unwell}</p>
            <ul class="plan health">
              {checks.map(({ name, ok, detail }) => (
                <li key={name}>
                  <span class={ok ? 'health-ok' : 'wrong'}>{ok ? text.ok : text.failed}</span>{' '}
                  <b>{text.names[name] ?? name}</b>
                  <span class="quiet" dir="auto">
                    {detail}
                  </span>
                </li>
              ))}
            </ul>
          </>
        )}
      </Answered>
      <div>
        <button type="button" class="button" onClick={() => void refresh('retrieveHealth')}>
          {text.again}
        </button>
      </div>
    </section>
  )
}

import { refresh, useQuery } from '../../api/query.ts'
import { Answered } from '../../parts/answered.tsx'
import { ownValue } from '../../parts/own-value.ts'
import { runsOrganization } from '../../session.ts'
import { health as text } from '../../text/settings.ts'
import { inOrganization } from './organization.ts'
import { Section } from './section.tsx'

/** Shows the health checks of the server, which `flagdeck doctor` also runs. */
export function HealthSection() {
  const isAllowed = runsOrganization.value
  const found = useQuery('retrieveHealth', isAllowed ? { params: inOrganization() } : null)
  if (!isAllowed) {
    return (
      <Section title={text.title} about={text.about}>
        <p class="quiet">{text.onlyAdmins}</p>
      </Section>
    )
  }
  return (
    <Section title={text.title} about={text.about}>
      <Answered query={found} rows={5}>
        {({ healthy, checks }) => (
          <>
            <p role="status">{healthy ? text.well : text.unwell}</p>
            <ul class="plan health">
              {checks.map(({ name, ok, detail }) => (
                <li key={name}>
                  <span class={ok ? 'health-ok' : 'wrong'}>{ok ? text.ok : text.failed}</span>{' '}
                  <b>{ownValue(text.names, name) ?? name}</b>
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
    </Section>
  )
}

import { Suspense } from 'preact/compat'
import { useQuery } from '../../api/query.ts'
import { seriesBackground } from '../../parts/chart/colours.ts'
import { referencesOfSets, useConditionNames } from '../../parts/conditions/condition-sources.ts'
import { lazy } from '../../parts/lazy.ts'
import { percent } from '../../parts/number.ts'
import { flagText, warning } from '../../text/flag-page.ts'
import { whoGetsItSentence } from '../../text/who-gets-it.ts'
import { AtAGlance } from './at-a-glance.tsx'
import { ConditionSets } from './condition-sets.tsx'
import { type Flag, inputOf, isOn, variantsOf } from './flag.ts'
import { FlagLinks } from './flag-links.tsx'
import { Payloads } from './payloads.tsx'
import { UseIt } from './use-it.tsx'

const RecentCalls = lazy(() => import('./calls-chart.tsx').then((module) => module.RecentCalls))

interface Props {
  readonly flag: Flag
}

/** What somebody wants to know who opens a flag: who gets it, what it rests on, and how to ask for it. */
export function Overview({ flag }: Props) {
  return (
    <div class="columns">
      <div class="stack flag-main">
        {flag.name && (
          <p class="flag-description" dir="auto">
            {flag.name}
          </p>
        )}
        <WhoGetsIt flag={flag} />
        <Payloads flag={flag} />
        <ConditionSets filters={flag.filters} />
        <Suspense fallback={null}>
          <RecentCalls flag={flag} />
        </Suspense>
        <UseIt flag={flag} />
      </div>
      <aside class="stack">
        <AtAGlance flag={flag} />
        <BeforeYouChange flag={flag} />
      </aside>
    </div>
  )
}

function WhoGetsIt({ flag }: Props) {
  const variants = variantsOf(flag)
  const { names } = useConditionNames(referencesOfSets(flag.filters.groups ?? []))
  const isOff = !flag.active && !flag.archived && !flag.deleted
  return (
    <section class="card stack">
      <p class="large">
        <bdi>{whoGetsItSentence(flag, names)}</bdi>
      </p>
      {isOff && (
        <p>
          {flagText.onceOn} <bdi>{whoGetsItSentence({ ...flag, active: true }, names)}</bdi>
        </p>
      )}
      {variants.length > 0 ? <VariantBar flag={flag} /> : <RolloutBar flag={flag} />}
    </section>
  )
}

function VariantBar({ flag }: Props) {
  const variants = variantsOf(flag)
  return (
    <>
      <div class="bar" aria-hidden="true">
        {variants.map(({ key, share }, index) => (
          <i key={key} style={{ width: `${share}%`, background: seriesBackground(index) }} />
        ))}
      </div>
      <ul class="legend small">
        {variants.map(({ key, share }, index) => (
          <li key={key} class="legend-entry">
            <i style={{ background: seriesBackground(index) }} />
            <span class="mono">{key}</span> {percent(share)}
          </li>
        ))}
      </ul>
    </>
  )
}

/** The most that any set lets in: what is beyond it gets the flag by no set. */
function RolloutBar({ flag }: Props) {
  const shares = (flag.filters.groups ?? []).map(({ rollout_percentage }) => rollout_percentage ?? 100)
  const most = isOn(flag) ? Math.max(0, ...shares) : 0
  return (
    <div class="bar" aria-hidden="true">
      <i style={{ width: `${most}%`, background: 'var(--on)' }} />
    </div>
  )
}

function BeforeYouChange({ flag }: Props) {
  const { data: flags = [] } = useQuery('listDependentFlags', inputOf(flag.id))
  if (flags.length === 0) return null
  return (
    <section class="card warn stack">
      <h2>{warning.title}</h2>
      <p>
        <FlagLinks flags={flags} /> {warning.asks(flags.length)} {warning.effect(flags.length)}
      </p>
    </section>
  )
}

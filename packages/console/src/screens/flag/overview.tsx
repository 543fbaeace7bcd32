import { Suspense } from 'preact/compat'
import { useQuery } from '../../api/query.ts'
import { Skeleton } from '../../parts/answered.tsx'
import { referencesOfSets, useConditionNames } from '../../parts/conditions/condition-sources.ts'
import { lazy } from '../../parts/lazy.ts'
import { flagText, warning } from '../../text/flag-page.ts'
import { type SentenceNames, whoGetsItSentence } from '../../text/who-gets-it.ts'
import { AtAGlance } from './at-a-glance.tsx'
import { ConditionSets } from './condition-sets.tsx'
import { type Flag, inputOf, wasCalledLately } from './flag.ts'
import { FlagLinks } from './flag-links.tsx'
import { Payloads } from './payloads.tsx'
import { ReachBar } from './reach-bar.tsx'
import { UseIt } from './use-it.tsx'

const RecentCalls = lazy(() => import('./calls-chart.tsx').then((module) => module.RecentCalls))

interface Props {
  readonly flag: Flag
}

/**
 * Shows the audience of the flag, its conditions, payloads and calls. Facts about it and code examples are next to
 * them.
 */
export function Overview({ flag }: Props) {
  // Loaded once for all parts of the page.
  const { names } = useConditionNames(referencesOfSets(flag.filters.groups ?? []))
  const isPayloadFirst = flag.is_remote_configuration === true
  return (
    <div class="columns">
      <div class="stack flag-main">
        {flag.name && (
          <p class="flag-description" dir="auto">
            {flag.name}
          </p>
        )}
        <WhoGetsIt flag={flag} names={names} />
        {isPayloadFirst && <Payloads flag={flag} />}
        <ConditionSets flag={flag} names={names} />
        {!isPayloadFirst && <Payloads flag={flag} />}
        <Suspense fallback={wasCalledLately(flag) ? <Skeleton rows={6} /> : null}>
          <RecentCalls flag={flag} />
        </Suspense>
      </div>
      <aside class="stack">
        <AtAGlance flag={flag} />
        <BeforeYouChange flag={flag} />
        <UseIt flag={flag} />
      </aside>
    </div>
  )
}

/** Longer sentences have the size of normal text, because they have many lines. */
const LARGE_CHARACTERS = 240

function WhoGetsIt({ flag, names }: Props & { readonly names: SentenceNames }) {
  const isOff = !flag.active && !flag.archived && !flag.deleted
  const sentence = whoGetsItSentence(isOff ? { ...flag, active: true } : flag, names)
  return (
    <section class="card stack">
      <p class={sentence.length > LARGE_CHARACTERS ? 'audience' : 'audience large'}>
        {isOff && `${flagText.offWhenOn} `}
        <bdi>{sentence}</bdi>
      </p>
      <ReachBar flag={flag} groupTypes={names.groupTypes} />
    </section>
  )
}

function BeforeYouChange({ flag }: Props) {
  const { data: flags = [] } = useQuery('listDependentFlags', inputOf(flag.id))
  if (flags.length === 0) return null
  return (
    <section class="card warn stack">
      <h2>{warning.title}</h2>
      <p>
        <FlagLinks flags={flags} /> {warning.dependents(flags.length)} {warning.effect(flags.length)}
      </p>
    </section>
  )
}

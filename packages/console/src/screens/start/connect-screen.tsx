import { useState } from 'preact/hooks'
import { useQuery } from '../../api/query.ts'
import { Answered } from '../../parts/answered.tsx'
import { Combobox } from '../../parts/combobox.tsx'
import { useFlagOptions } from '../../parts/conditions/searched-options.ts'
import { Crumbs } from '../../parts/crumbs.tsx'
import { isNumber, place, setQuery } from '../../route.ts'
import { openProject } from '../../session.ts'
import { connect as text } from '../../text/start.ts'
import { type Flag, inputOf } from '../flag/flag.ts'
import { askingFor, askingForFirstFlag } from '../flag/use-it.tsx'
import { ConnectSdk } from './connect-sdk.tsx'

/** Explains how to connect an SDK, for the flag in the address or else for the newest one (CONSOLE-369). */
export function ConnectScreen() {
  const named = place.value.query.get('flag') ?? ''
  return (
    <div class="screen connect-page stack">
      <div>
        <Crumbs list="flags" deleted={false} />
        <h1>{text.title}</h1>
      </div>
      {isNumber(named) ? <ConnectFlag key={named} id={Number(named)} /> : <ConnectNewest />}
    </div>
  )
}

function ConnectFlag({ id }: { readonly id: number }) {
  const query = useQuery('retrieveFlag', inputOf(id))
  return (
    <Answered query={query} rows={6} from="flags">
      {(flag) => <Connect flag={flag} />}
    </Answered>
  )
}

function ConnectNewest() {
  const query = { order: '-created_at', limit: '1' }
  const newest = useQuery('listFlags', { params: { project_id: openProject().id }, query })
  return (
    <Answered query={newest} rows={6}>
      {({ results: [flag] }) =>
        flag ? <Connect flag={flag} /> : <ConnectSdk asking={askingForFirstFlag()} flagId={null} />
      }
    </Answered>
  )
}

function Connect({ flag }: { readonly flag: Flag }) {
  return (
    <>
      <p class="quiet">{text.about}</p>
      <FlagChoice flag={flag} />
      <ConnectSdk key={flag.id} asking={askingFor(flag)} flagId={flag.id} />
    </>
  )
}

function FlagChoice({ flag }: { readonly flag: Flag }) {
  const [typed, setTyped] = useState<string>()
  const { options, isSearching } = useFlagOptions(typed, undefined)
  return (
    <div class="field">
      <span class="label" aria-hidden="true">
        {text.flag}
      </span>
      <Combobox
        label={text.flag}
        text={flag.key}
        options={options}
        placeholder={text.flagHint}
        isSearching={isSearching}
        onType={setTyped}
        onChoose={(id) => setQuery({ flag: id })}
      />
    </div>
  )
}

import { useState } from 'preact/hooks'
import { call, type Output } from '../../api/call.ts'
import { connected } from '../../api/connection.ts'
import { refresh, useQuery } from '../../api/query.ts'
import { Answered } from '../../parts/answered.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { Menu } from '../../parts/menu.tsx'
import { Time } from '../../parts/time.tsx'
import { tell } from '../../parts/toasts.tsx'
import { settings, keys as text } from '../../text/settings.ts'
import { presetNamed } from './key-presets.ts'
import { NewKey } from './new-key.tsx'
import { ShownOnce } from './shown-once.tsx'

type Key = Output<'listKeys'>[number]
type Action = 'rotate' | 'revoke'
/** A key whose action waits for confirmation. */
type Chosen = { readonly key: Key; readonly action: Action }

export function Keys() {
  const keys = useQuery('listKeys', {})
  const [isCreating, setCreating] = useState(false)
  const [chosen, choose] = useState<Chosen>()
  const [value, setValue] = useState<string>()
  return (
    <section class="stack">
      <div class="head">
        <h2 class="grow">{text.title}</h2>
        <button type="button" class="button primary" disabled={!connected.value} onClick={() => setCreating(true)}>
          {text.make}
        </button>
      </div>
      <p class="quiet">{text.about}</p>
      <div>
        <a href="../api/schema/ui/">{text.calls}</a>
      </div>
      <Answered query={keys} rows={3}>
        {(found) => (found.length === 0 ? <p>{text.none}</p> : <KeyTable keys={found} onChoose={choose} />)}
      </Answered>
      {isCreating && <NewKey onMade={setValue} onClose={() => setCreating(false)} />}
      {chosen && <ConfirmKey chosen={chosen} onValue={setValue} onClose={() => choose(undefined)} />}
      {value && (
        <ShownOnce
          title={text.ready}
          sentence={text.once}
          text={value}
          copy={text.copy}
          done={text.done}
          onClose={() => setValue(undefined)}
        />
      )}
    </section>
  )
}

interface TableProps {
  readonly keys: readonly Key[]
  readonly onChoose: (chosen: Chosen) => void
}

function KeyTable({ keys, onChoose }: TableProps) {
  return (
    <table class="table">
      <thead>
        <tr>
          <th scope="col">{text.label}</th>
          <th scope="col">{text.scopes}</th>
          <th scope="col">{text.used}</th>
          <th scope="col">{text.ends}</th>
          <th />
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => (
          <tr key={key.id}>
            <td>
              <bdi>{key.label}</bdi>
              <div class="quiet small mono">{key.mask_value}</div>
            </td>
            <td data-label={text.scopes}>
              <Scopes scopes={key.scopes} />
            </td>
            <td class="short" data-label={text.used}>
              {key.last_used_at ? <Time at={key.last_used_at} /> : text.never}
            </td>
            <td class="short" data-label={text.ends}>
              {key.expires_at ? <Time at={key.expires_at} /> : text.never}
            </td>
            <td class="number">
              {connected.value && (
                <Menu
                  label={settings.more(key.label)}
                  items={[
                    { label: text.rotate, dangerous: true, onChoose: () => onChoose({ key, action: 'rotate' }) },
                    { label: text.revoke, dangerous: true, onChoose: () => onChoose({ key, action: 'revoke' }) },
                  ]}
                />
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Shows the name of the preset, or else the single scopes. */
function Scopes({ scopes }: { readonly scopes: readonly string[] }) {
  const preset = presetNamed(scopes)
  if (preset !== undefined) return <span title={scopes.join(', ')}>{preset}</span>
  return <code class="small">{scopes.join(', ')}</code>
}

interface ConfirmProps {
  readonly chosen: Chosen
  readonly onValue: (value: string) => void
  readonly onClose: () => void
}

function ConfirmKey({ chosen: { key, action }, onValue, onClose }: ConfirmProps) {
  const params = { id: key.id }
  const run = async () => {
    if (action === 'rotate') onValue((await call('rollKey', { params })).value)
    else {
      await call('destroyKey', { params })
      tell(text.revoked(key.label))
    }
    await refresh('listKeys')
  }
  const title = action === 'rotate' ? text.rotateWho(key.label) : text.revokeWho(key.label)
  return (
    <Confirm title={title} action={text[`${action}Action`]} dangerous onConfirm={run} onClose={onClose}>
      <p>{action === 'rotate' ? text.rotateWhat : text.revokeWhat}</p>
    </Confirm>
  )
}

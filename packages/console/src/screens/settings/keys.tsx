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
import { NewKey } from './new-key.tsx'
import { ShownOnce } from './shown-once.tsx'

type Key = Output<'listKeys'>[number]
type Asked = { readonly key: Key; readonly act: 'rotate' | 'revoke' }

export function Keys() {
  const keys = useQuery('listKeys', {})
  const [making, setMaking] = useState(false)
  const [asked, setAsked] = useState<Asked>()
  const [value, setValue] = useState<string>()
  return (
    <section class="stack">
      <div class="head">
        <h2 class="grow">{text.title}</h2>
        <button type="button" class="button primary" disabled={!connected.value} onClick={() => setMaking(true)}>
          {text.make}
        </button>
      </div>
      <p class="quiet">
        {text.about} <a href="../api/schema/ui/">{text.calls}</a>
      </p>
      <Answered query={keys} rows={3}>
        {(found) => (found.length === 0 ? <p>{text.none}</p> : <KeyTable keys={found} onAsk={setAsked} />)}
      </Answered>
      {making && <NewKey onMade={setValue} onClose={() => setMaking(false)} />}
      {asked && <AskKey asked={asked} onValue={setValue} onClose={() => setAsked(undefined)} />}
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
  readonly onAsk: (asked: Asked) => void
}

function KeyTable({ keys, onAsk }: TableProps) {
  return (
    <div class="scroll">
      <table class="table">
        <thead>
          <tr>
            <th>{text.label}</th>
            <th>{text.scopes}</th>
            <th>{text.used}</th>
            <th>{text.ends}</th>
            <th />
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => (
            <tr key={key.id}>
              <td>
                {key.label}
                <div class="quiet small mono">{key.mask_value}</div>
              </td>
              <td data-label={text.scopes}>{key.scopes.includes('*') ? text.everything : key.scopes.join(', ')}</td>
              <td data-label={text.used}>{key.last_used_at ? <Time at={key.last_used_at} /> : text.never}</td>
              <td data-label={text.ends}>{key.expires_at ? <Time at={key.expires_at} /> : text.never}</td>
              <td class="number">
                {connected.value && (
                  <Menu
                    label={settings.more(key.label)}
                    items={[
                      { label: text.rotate, onChoose: () => onAsk({ key, act: 'rotate' }) },
                      { label: text.revoke, dangerous: true, onChoose: () => onAsk({ key, act: 'revoke' }) },
                    ]}
                  />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface AskProps {
  readonly asked: Asked
  readonly onValue: (value: string) => void
  readonly onClose: () => void
}

function AskKey({ asked: { key, act }, onValue, onClose }: AskProps) {
  const params = { id: key.id }
  const run = async () => {
    if (act === 'rotate') onValue((await call('rollKey', { params })).value)
    else {
      await call('destroyKey', { params })
      tell(text.revoked(key.label))
    }
    await refresh('listKeys')
  }
  const title = act === 'rotate' ? text.rotateWho(key.label) : text.revokeWho(key.label)
  return (
    <Confirm title={title} action={title} dangerous onConfirm={run} onClose={onClose}>
      <p>{act === 'rotate' ? text.rotateWhat : text.revokeWhat}</p>
    </Confirm>
  )
}

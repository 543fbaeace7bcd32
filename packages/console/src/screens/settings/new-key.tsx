import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { call } from '../../api/call.ts'
import { refresh } from '../../api/query.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { DialogActions } from '../../parts/dialog-actions.tsx'
import { useDoing } from '../../parts/use-doing.ts'
import { useDraft } from '../../parts/use-draft.ts'
import { Wrong } from '../../parts/wrong.tsx'
import { keys as text } from '../../text/settings.ts'
import { PRESETS, type Preset, type Scope } from './key-presets.ts'
import { RadioList } from './radio-list.tsx'
import { Restored } from './restored.tsx'
import { ScopeChoice } from './scope-choice.tsx'
import { TextField } from './text-field.tsx'

interface Props {
  readonly onMade: (value: string) => void
  readonly onClose: () => void
}

interface Draft {
  readonly label: string
  readonly ends: string
  readonly preset: Preset
  readonly custom: readonly Scope[]
}

const START: Draft = { label: '', ends: '', preset: 'read', custom: [] }

export function NewKey({ onMade, onClose }: Props) {
  const doing = useDoing()
  const [isEmpty, setEmpty] = useState(false)
  const state = useDraft('key:new', START)
  const { label, ends, preset, custom } = state.draft
  const scopes = preset === 'custom' ? custom : PRESETS[preset]
  const leave = () => {
    state.forget()
    onClose()
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setEmpty(scopes.length === 0)
    if (scopes.length === 0) return
    const expiresAt = ends === '' ? null : new Date(ends).toISOString()
    return doing.run(async () => {
      const created = await call('createKey', { body: { label, scopes: [...scopes], expires_at: expiresAt } })
      leave()
      onMade(created.value)
      await refresh('listKeys')
    })
  }
  // A custom choice starts from the previous preset.
  const choose = (next: Preset) =>
    state.change({ preset: next, ...(next === 'custom' && custom.length === 0 && { custom: startOf(preset) }) })
  return (
    <Dialog title={text.createTitle} onClose={onClose}>
      <form class="stack" onSubmit={submit}>
        <Restored of={state} start={START} />
        <TextField
          label={text.label}
          hint={text.labelHint}
          wrong={doing.wrong('label')}
          value={label}
          required
          maxLength={200}
          onInput={(typed) => state.change({ label: typed })}
        />
        <TextField
          label={text.ends}
          hint={text.endsHint}
          wrong={doing.wrong('expires_at')}
          type="datetime-local"
          value={ends}
          onInput={(typed) => state.change({ ends: typed })}
        />
        <RadioList
          legend={text.scopes}
          name="preset"
          value={preset}
          options={optionsWith(<ScopeChoice scopes={custom} onChoose={(chosen) => state.change({ custom: chosen })} />)}
          onChoose={choose}
        />
        {isEmpty && scopes.length === 0 && (
          <p class="wrong" role="alert">
            {text.chooseOne}
          </p>
        )}
        {doing.problem?.attr !== 'label' && doing.problem?.attr !== 'expires_at' && <Wrong problem={doing.problem} />}
        <DialogActions commit={text.create} disabled={doing.blocked} onCancel={leave} />
      </form>
    </Dialog>
  )
}

function startOf(preset: Preset): readonly Scope[] {
  return preset === 'full' ? [] : PRESETS[preset]
}

function optionsWith(scopeChoice: ComponentChildren) {
  const presets = Object.keys(PRESETS) as Preset[] // its keys
  return presets.map((value) => ({
    value,
    label: text.presets[value].name,
    means: text.presets[value].means,
    details: value === 'custom' ? scopeChoice : <code class="quiet small">{PRESETS[value].join(', ')}</code>,
  }))
}

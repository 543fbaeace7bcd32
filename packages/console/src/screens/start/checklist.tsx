import { tell } from '../../parts/toasts.tsx'
import { href } from '../../route.ts'
import { setup as text } from '../../text/start.ts'
import { closeSetup } from './setup-closed.ts'
import { isRolledOut, type SetupStep } from './setup-steps.ts'
import type { Setup } from './use-setup.ts'
import './checklist.css'

/** Shows the remaining steps of a new project, each with a link (CONSOLE-370). */
export function Checklist({ setup: { steps, flags } }: { readonly setup: Setup }) {
  if (steps === undefined) return null
  const all = [...steps]
  const done = all.filter(([, isDone]) => isDone).length
  const hide = () => {
    closeSetup('hidden')
    tell(text.hidden, async () => closeSetup(null))
    // The button that had the focus is removed.
    document.getElementById('content')?.focus()
  }
  return (
    <section class="checklist" aria-labelledby="checklist-title">
      <h2 id="checklist-title">{text.title}</h2>
      <ul>
        {all.map(([step, isDone]) => (
          <li key={step} data-done={isDone || undefined}>
            <StepName step={step} address={isDone ? undefined : addressOf(step, flags)} />
            {isDone && <span class="visually-hidden">{text.done}</span>}
          </li>
        ))}
      </ul>
      <span class="quiet small">{done === all.length ? text.complete : text.progress(done, all.length)}</span>
      <button type="button" class="button plain icon" aria-label={text.hide} title={text.hide} onClick={hide}>
        ×
      </button>
    </section>
  )
}

function StepName({ step, address }: { readonly step: SetupStep; readonly address: string | undefined }) {
  return address === undefined ? <span>{text.steps[step]}</span> : <a href={address}>{text.steps[step]}</a>
}

/** Returns undefined for a step that needs a flag first. */
function addressOf(step: SetupStep, flags: Setup['flags']): string | undefined {
  switch (step) {
    case 'create':
      return href('flags', 'new')
    case 'connect':
      return href('flags', 'connect')
    case 'rollOut': {
      const flag = flags.find((each) => each.can_edit && !isRolledOut(each))
      return flag && href('flags', flag.id, 'edit')
    }
    case 'invite':
      return href('settings', 'members')
  }
}

import { useId } from 'preact/hooks'
import { call } from '../../api/call.ts'
import { forgetAnswers } from '../../api/query.ts'
import { type Theme, theme } from '../../parts/theme.ts'
import { href } from '../../route.ts'
import { session } from '../../session.ts'
import { personMenu, signing, themes } from '../../text/frame.ts'
import { hideAround } from './hide-around.ts'

/** Shows the signed-in user, the theme, and the button that signs out. */
export function Person() {
  const id = useId()
  const user = session.value?.user
  const name = [user?.first_name, user?.last_name].filter(Boolean).join(' ') || user?.email || ''
  return (
    <>
      <button type="button" class="project foot" popovertarget={id} aria-haspopup="true" title={name}>
        <span class="who" aria-hidden="true">
          {initials(name)}
        </span>
        <span class="name text quiet">{name}</span>
      </button>
      <div id={id} popover="auto" class="person">
        <fieldset>
          <legend class="quiet small">{personMenu.theme}</legend>
          {Object.entries(themes).map(([value, label]) => (
            <label key={value} class="menu-item">
              <input
                type="radio"
                name="theme"
                checked={theme.value === value}
                onChange={() => {
                  theme.value = value as Theme // a key of themes
                }}
              />
              {label}
            </label>
          ))}
        </fieldset>
        <a class="menu-item" href={href('settings', 'you')} onClick={hideAround}>
          {personMenu.you}
        </a>
        <button type="button" class="menu-item" onClick={signOut}>
          {signing.out}
        </button>
      </div>
    </>
  )
}

function initials(name: string): string {
  const words = name.split(/[\s.@]+/).filter(Boolean)
  return [words[0], words[1]].map((word) => [...(word ?? '')][0]?.toUpperCase() ?? '').join('')
}

async function signOut(): Promise<void> {
  await call('signOut')
  forgetAnswers()
  session.value = null
}

import { Dialog } from '../../parts/dialog.tsx'
import { lettersOn, type Shortcut, shortcuts } from '../../parts/keyboard.ts'
import { Switch } from '../../parts/switch.tsx'
import { commands, keys } from '../../text/commands.ts'
import { sentences } from '../../text/frame.ts'
import { noteClosed } from './commands.tsx'
import './palette.css'

/** Lists the keyboard shortcuts of the page, with a switch for single-key shortcuts. */
export function Shortcuts() {
  return (
    <Dialog title={keys.title} onClose={() => noteClosed('shortcuts')}>
      <dl class="facts shortcut-list">
        {ALWAYS.map(([label, ...pressed]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {pressed.map((key) => (
                <>
                  <kbd>{key}</kbd>{' '}
                </>
              ))}
            </dd>
          </div>
        ))}
        {offered().map(({ keys: pressed, label }) => (
          <div key={pressed}>
            <dt>{label}</dt>
            <dd>
              {pressed.split(' ').map((key, at) => (
                <span key={key}>
                  {at > 0 && ` ${keys.andThen} `}
                  <kbd>{key}</kbd>
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <div class="row">
        <Switch
          on={lettersOn.value}
          label={keys.letters}
          onSwitch={(on) => {
            lettersOn.value = on
          }}
        />
        <div>
          <div>{keys.letters}</div>
          <div class="quiet small">{keys.lettersHint}</div>
        </div>
      </div>
      <div class="actions">
        {/* It has the focus, so that the list is not scrolled to the switch at its end. */}
        <button type="button" class="button" autofocus onClick={() => noteClosed('shortcuts')}>
          {sentences.close}
        </button>
      </div>
    </Dialog>
  )
}

/** Shortcuts that are not single keys. */
const ALWAYS: readonly (readonly [label: string, ...keys: string[]])[] = [
  [commands.palette, 'Ctrl', 'K'],
  [keys.save, 'Ctrl', 'S'],
  [keys.undo, 'Ctrl', 'Z'],
  [keys.enter, 'Enter'],
  [keys.escape, 'Esc'],
]

/** Returns the newest shortcut for each key. */
function offered(): readonly Shortcut[] {
  return [...new Map(shortcuts.value.map((shortcut) => [shortcut.keys, shortcut])).values()]
}

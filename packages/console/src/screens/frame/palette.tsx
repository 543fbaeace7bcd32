import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { useModal } from '../../parts/use-modal.ts'
import { commands } from '../../text/commands.ts'
import { noteClosed, showCommands } from './commands.tsx'
import { type Command, fixedCommands, recentCommands } from './palette-commands.ts'
import { useFound } from './use-found.ts'
import './palette.css'
import { takeTyped } from './typed-ahead.ts'

/** Searches the project, and opens or runs the chosen result. Arrow keys move, Enter chooses, Esc closes. */
export function Palette() {
  const list = useId()
  const [text, setText] = useState('')
  // The dialog is open from here on, so that no key is missed (CONSOLE-334).
  useLayoutEffect(() => setText(takeTyped()), [])
  /** The command that the user has moved to. Results that arrive later must not move the mark to another one. */
  const [marked, mark] = useState<string>()
  const { flags, others, problem } = useFound(text)
  // Many users have similar ids, so users come after the fixed commands.
  const found = [...matching(recentCommands(), text), ...flags, ...matching(fixedCommands(), text), ...others]
  const chosen = Math.max(
    0,
    found.findIndex((command) => keyOf(command) === marked),
  )
  const choose = (command: Command | undefined) => {
    if (!command) return
    showCommands(null)
    command.run()
  }
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const next = step === undefined ? undefined : found.at((chosen + step) % Math.max(found.length, 1))
    if (next) mark(keyOf(next))
    else if (event.key === 'Enter' && !event.isComposing) choose(found[chosen])
    else return
    event.preventDefault()
  }
  return (
    <PaletteDialog>
      <input
        class="palette-input"
        role="combobox"
        autofocus
        aria-label={commands.title}
        aria-expanded="true"
        aria-controls={list}
        aria-activedescendant={found[chosen] ? `${list}-${chosen}` : undefined}
        aria-autocomplete="list"
        placeholder={commands.placeholder}
        autocomplete="off"
        spellcheck={false}
        maxLength={200}
        dir="auto"
        value={text}
        onInput={(event) => {
          setText(event.currentTarget.value)
          mark(undefined)
        }}
        onKeyDown={press}
      />
      <div id={list} role="listbox" aria-label={commands.results} class="palette-list">
        {found.map((command, position) => (
          <Option
            key={keyOf(command)}
            id={`${list}-${position}`}
            command={command}
            first={command.group !== found[position - 1]?.group}
            chosen={position === chosen}
            onChoose={() => choose(command)}
          />
        ))}
      </div>
      <p class="quiet palette-nothing" role="status">
        {problem ? commands.unanswered : found.length === 0 && commands.nothing(text)}
      </p>
    </PaletteDialog>
  )
}

const keyOf = ({ group, id }: Command): string => `${group} ${id}`

interface OptionProps {
  readonly id: string
  readonly command: Command
  /** Whether it is the first of its group. */
  readonly first: boolean
  readonly chosen: boolean
  readonly onChoose: () => void
}

function Option({ id, command: { group, label, hint, mono }, first, chosen, onChoose }: OptionProps) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (chosen) element.current?.scrollIntoView({ block: 'nearest' })
  }, [chosen])
  return (
    <>
      {first && (
        <div role="presentation" class="quiet small palette-group">
          {group}
        </div>
      )}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the box, which has the focus */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the box says which one is meant */}
      <div ref={element} id={id} role="option" aria-selected={chosen} class="menu-item" onClick={onChoose}>
        <span class={mono ? 'mono label' : 'label'} dir="auto">
          {label}
        </span>
        {hint && <span class="quiet small hint">{hint}</span>}
      </div>
    </>
  )
}

function PaletteDialog({ children }: { readonly children: preact.ComponentChildren }) {
  const element = useModal()
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc closes it as well
    <dialog
      ref={element}
      class="palette"
      aria-label={commands.title}
      onClose={() => noteClosed('palette')}
      onClick={(event) => {
        if (event.target === element.current) showCommands(null)
      }}
    >
      {children}
    </dialog>
  )
}

/** Returns the commands that contain every typed word. */
function matching(all: readonly Command[], text: string): readonly Command[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return all.filter(({ label }) => words.every((word) => label.toLowerCase().includes(word)))
}

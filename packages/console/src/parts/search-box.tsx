import { useEffect, useRef, useState } from 'preact/hooks'
import { setQuery } from '../route.ts'
import { commands } from '../text/commands.ts'
import { useShortcuts } from './keyboard.ts'
import { useSettled } from './use-settled.ts'

interface Props {
  /** What is searched for, as the address has it. */
  readonly search: string
  readonly label: string
  /** What is searched. */
  readonly hint: string
}

/** Narrows a list to what contains a text, a moment after it was typed. */
export function SearchBox({ search, label, hint }: Props) {
  const box = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(search)
  useShortcuts([{ keys: '/', label: commands.search, run: () => box.current?.select() }])
  useEffect(() => {
    // Clearing and the back button change it from outside.
    if (document.activeElement !== box.current || search === '') setText(search)
  }, [search])
  const settled = useSettled(text)
  useEffect(() => {
    if (settled === text && settled !== search) setQuery({ search: settled, page: null })
  }, [settled, text])
  return (
    <input
      ref={box}
      type="search"
      class="input find"
      aria-label={label}
      placeholder={hint}
      maxLength={200}
      dir="auto"
      autocomplete="off"
      spellcheck={false}
      value={text}
      onInput={(event) => setText(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        // A browser would empty the box alone.
        setText('')
        setQuery({ search: null, page: null })
        event.currentTarget.blur()
      }}
    />
  )
}

import { useEffect, useRef, useState } from 'preact/hooks'
import { setQuery } from '../route.ts'
import { commands } from '../text/commands.ts'
import { useShortcuts } from './keyboard.ts'

const TYPING_MS = 200

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
  useEffect(() => {
    if (text === search) return undefined
    const settling = setTimeout(() => setQuery({ search: text, page: null }), TYPING_MS)
    return () => clearTimeout(settling)
  }, [text])
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
        if (event.key === 'Escape') event.currentTarget.blur()
      }}
    />
  )
}

import { useEffect, useRef, useState } from 'preact/hooks'
import { setQuery } from '../route.ts'
import { commands } from '../text/commands.ts'
import { useShortcuts } from './keyboard.ts'
import { useSettled } from './use-settled.ts'

interface Props {
  /** The search text in the address. */
  readonly search: string
  readonly label: string
  /** Describes what is searched. */
  readonly hint: string
}

/** Filters a list by a text, a moment after it was typed. */
export function SearchBox({ search, label, hint }: Props) {
  const box = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(search)
  useShortcuts([{ keys: '/', label: commands.search, run: () => box.current?.select() }])
  useEffect(() => {
    // The Clear button and the browser's Back button change the text in the address.
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
        // The browser would only empty the field.
        setText('')
        setQuery({ search: null, page: null })
        event.currentTarget.blur()
      }}
    />
  )
}

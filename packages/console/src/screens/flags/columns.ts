import { computed, effect, signal } from '@preact/signals'
import { useLayoutEffect, useMemo, useState } from 'preact/hooks'

/** Columns of the list that users show and hide, in the order in which they are drawn. */
export const COLUMNS = ['gets', 'state', 'calls', 'called', 'owner', 'created', 'changed'] as const
export type Column = (typeof COLUMNS)[number]

/** Which columns a narrow list gives up last. */
const BY_IMPORTANCE: readonly Column[] = ['gets', 'state', 'changed', 'calls', 'owner', 'called', 'created']

const USUAL: readonly Column[] = ['gets', 'state', 'calls', 'changed']
const STORED_AS = 'flagdeck-flag-columns'

/** The columns that the user has chosen, remembered in the browser. */
export const chosenColumns = signal<readonly Column[]>(storedColumns())

effect(() => {
  const chosen = chosenColumns.value.join(' ')
  try {
    if (chosen === USUAL.join(' ')) localStorage.removeItem(STORED_AS)
    else localStorage.setItem(STORED_AS, chosen)
  } catch {
    // Without storage a choice lives as long as the page.
  }
})

export const hasUsualColumns = computed(() => chosenColumns.value.join(' ') === USUAL.join(' '))

export function chooseColumn(column: Column, isShown: boolean): void {
  chosenColumns.value = COLUMNS.filter((each) => (each === column ? isShown : chosenColumns.value.includes(each)))
}

export function chooseUsualColumns(): void {
  chosenColumns.value = USUAL
}

function storedColumns(): readonly Column[] {
  try {
    const stored = localStorage.getItem(STORED_AS)?.split(' ')
    return stored ? COLUMNS.filter((column) => stored.includes(column)) : USUAL
  } catch {
    return USUAL
  }
}

/** Widths in pixels, as in flags.css. */
const WIDTH: Readonly<Record<Column, number>> = {
  gets: 184,
  state: 156,
  calls: 124,
  called: 104,
  owner: 120,
  created: 104,
  changed: 128,
}
/** The boxes, switches and menus of the rows. */
const CONTROLS_WIDTH = 130
/** A key of 24 characters with its "Copy". */
const KEY_WIDTH = 246
/** From here on a key and its description are on one line, with room for most of a sentence. */
const ONE_LINE_WIDTH = 1300
const ONE_LINE_KEY_WIDTH = 420
/** Where a row is a card, everything has room. As in flags.css. */
const CARDS = '(max-width: 820px)'

export interface Layout {
  readonly columns: readonly Column[]
  readonly isOneLine: boolean
}

/** The chosen columns that fit into a list: the key has priority (CONSOLE-250). */
export function layoutOf(width: number, isCards: boolean, chosen: readonly Column[]): Layout {
  if (isCards) return { columns: chosen, isOneLine: false }
  const isOneLine = width >= ONE_LINE_WIDTH
  let room = width - CONTROLS_WIDTH - (isOneLine ? ONE_LINE_KEY_WIDTH : KEY_WIDTH)
  const fitting = BY_IMPORTANCE.filter((column) => {
    if (!chosen.includes(column) || room < WIDTH[column]) return false
    room -= WIDTH[column]
    return true
  })
  return { columns: COLUMNS.filter((column) => fitting.includes(column)), isOneLine }
}

/** The layout of the list in the open window. */
export function useLayout(): Layout {
  const [width, setWidth] = useState(listWidth)
  useLayoutEffect(() => {
    const measure = () => setWidth(listWidth())
    measure()
    addEventListener('resize', measure)
    return () => removeEventListener('resize', measure)
  }, [])
  const chosen = chosenColumns.value
  const layout = layoutOf(width, matchMedia(CARDS).matches, chosen)
  // The same object while nothing differs: rows are drawn again only for another layout.
  return useMemo(() => layout, [layout.columns.join(' '), layout.isOneLine])
}

const RAIL_WIDTH = 208
const MAIN_PADDING = 56

/** The width of the screen; before it is drawn, what it will have on wide windows. */
function listWidth(): number {
  return (
    document.querySelector('.flags')?.clientWidth ?? document.documentElement.clientWidth - RAIL_WIDTH - MAIN_PADDING
  )
}

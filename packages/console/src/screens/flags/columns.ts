import { computed, effect, signal } from '@preact/signals'
import { useLayoutEffect, useMemo, useState } from 'preact/hooks'

/** Columns of the list that users can show and hide, in display order. */
export const COLUMNS = ['gets', 'state', 'calls', 'called', 'owner', 'created', 'changed'] as const
export type Column = (typeof COLUMNS)[number]

/** Columns in the order of importance. A narrow list drops the last ones first. */
const BY_IMPORTANCE: readonly Column[] = ['gets', 'state', 'changed', 'calls', 'owner', 'called', 'created']

const USUAL: readonly Column[] = ['gets', 'state', 'calls', 'changed']
const STORED_AS = 'flagdeck-flag-columns'

/** The columns that the user has chosen, stored in the browser. */
export const chosenColumns = signal<readonly Column[]>(storedColumns())

effect(() => {
  const chosen = chosenColumns.value.join(' ')
  try {
    if (chosen === USUAL.join(' ')) localStorage.removeItem(STORED_AS)
    else localStorage.setItem(STORED_AS, chosen)
  } catch {
    // Without storage, a choice lasts as long as the page.
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
/** The width of the checkboxes, switches and menus of the rows. */
const CONTROLS_WIDTH = 130
/** The width of a key of 24 characters with its "Copy" button. */
const KEY_WIDTH = 246
/** From this width on, a key and its description share a line, with space for most of a sentence. */
const ONE_LINE_WIDTH = 1300
const ONE_LINE_KEY_WIDTH = 420
/** In windows where each row is a card, all columns fit. The same value is in flags.css. */
const CARDS = '(max-width: 820px)'

export interface Layout {
  readonly columns: readonly Column[]
  readonly isOneLine: boolean
}

/** Returns the chosen columns that fit into a list. The key has priority (CONSOLE-250). */
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

/** Returns the layout of the list in the current window. */
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
  // The object stays the same while its content does: rows are only rendered again for another layout.
  return useMemo(() => layout, [layout.columns.join(' '), layout.isOneLine])
}

const RAIL_WIDTH = 208
const MAIN_PADDING = 56

/** Returns the width of the screen; before it is rendered, its width in wide windows. */
function listWidth(): number {
  return (
    document.querySelector('.flags')?.clientWidth ?? document.documentElement.clientWidth - RAIL_WIDTH - MAIN_PADDING
  )
}

import { useId, useRef } from 'preact/hooks'
import { placeMenu } from '../../parts/place-menu.ts'
import { flagList } from '../../text/flags.ts'
import { COLUMNS, chooseColumn, chooseUsualColumns, chosenColumns, hasUsualColumns, useLayout } from './columns.ts'

/** Chooses the columns of the list. The browser stores the choice. */
export function ColumnChoice() {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const { columns } = useLayout()
  const hasHidden = columns.length < chosenColumns.value.length
  const place = () => {
    if (menu.current && button.current) placeMenu(menu.current, button.current)
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        class="button"
        popovertarget={id}
        aria-haspopup="true"
        // The browser shows the panel after this event and before the next frame.
        onClick={() => requestAnimationFrame(place)}
      >
        {flagList.chooseColumns}
      </button>
      <div ref={menu} id={id} popover="auto" class="column-choice">
        <fieldset>
          <legend class="visually-hidden">{flagList.chooseColumns}</legend>
          {COLUMNS.map((column) => (
            <label key={column} class="menu-item">
              <input
                type="checkbox"
                checked={chosenColumns.value.includes(column)}
                onChange={(event) => chooseColumn(column, event.currentTarget.checked)}
              />
              {flagList.columns[column]}
            </label>
          ))}
        </fieldset>
        {hasHidden && <p class="quiet small">{flagList.hiddenColumns}</p>}
        <button type="button" class="menu-item" disabled={hasUsualColumns.value} onClick={chooseUsualColumns}>
          {flagList.usualColumns}
        </button>
      </div>
    </>
  )
}

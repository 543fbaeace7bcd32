import { useId, useRef } from 'preact/hooks'
import { flagList } from '../../text/flags.ts'
import { COLUMNS, chooseColumn, chooseUsualColumns, chosenColumns, hasUsualColumns, useLayout } from './columns.ts'

/** Which columns the list has. The choice is remembered in the browser. */
export function ColumnChoice() {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const { columns } = useLayout()
  const hasHidden = columns.length < chosenColumns.value.length
  const place = () => {
    const { bottom, right } = button.current?.getBoundingClientRect() ?? { bottom: 0, right: 0 }
    const end = document.documentElement.clientWidth - right
    menu.current?.style.setProperty('inset', `${bottom + 4}px ${end}px auto auto`)
  }
  return (
    <>
      <button ref={button} type="button" class="button" popovertarget={id} aria-haspopup="true" onClick={place}>
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

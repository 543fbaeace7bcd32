const WRONG = '[aria-invalid="true"], .wrong:not(:empty, [hidden], summary *)'
/** What a sentence about something wrong stands in, beside the field that it is about. */
const AROUND = '.filter, .variant, .field, .check, .set, section'

/**
 * Leads to the first field that is wrong, out of whatever is closed over it.
 * @returns false where the page shows none
 */
export function showFirstWrong(): boolean {
  const mark = document.querySelector('.flag-edit .parts')?.querySelector<HTMLElement>(WRONG)
  const field = mark?.matches('.wrong') ? mark.closest(AROUND)?.querySelector<HTMLElement>('input, select') : mark
  const closed = field?.closest('details')
  if (closed) closed.open = true
  field?.focus()
  return field != null
}

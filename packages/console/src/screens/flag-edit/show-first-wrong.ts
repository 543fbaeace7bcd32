const WRONG = '[aria-invalid="true"], .wrong:not(:empty, [hidden], summary *)'
/** Elements that contain an error message and its field. */
const AROUND = '.filter, .variant, .field, .check, .set, section'

/**
 * Focuses the first invalid field, and opens the sections that contain it.
 * @returns false if the page shows no error
 */
export function showFirstWrong(): boolean {
  const mark = document.querySelector('.flag-edit .parts')?.querySelector<HTMLElement>(WRONG)
  const field = mark?.matches('.wrong') ? mark.closest(AROUND)?.querySelector<HTMLElement>('input, select') : mark
  const closed = field?.closest('details')
  if (closed) closed.open = true
  field?.focus()
  return field != null
}

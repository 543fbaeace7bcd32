const WHOLE = new Intl.NumberFormat()
const SHORT = new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 })
const PART = new Intl.NumberFormat(undefined, { maximumFractionDigits: 2 })
const SHARE = new Intl.NumberFormat(undefined, { minimumFractionDigits: 1, maximumFractionDigits: 1 })

export const whole = (value: number): string => WHOLE.format(value)

/** "1.2M", for axes. */
export const short = (value: number): string => SHORT.format(value)

/**
 * "25%", as the API and the fields of a form write it, whatever space a language puts before the sign.
 * @param value from 0 to 100
 */
export const percent = (value: number): string => `${PART.format(value)}%`

/** Whether a value is from 0 to 100. */
export const isPercentage = (value: number): boolean => value >= 0 && value <= 100

/** The size of a text in UTF-8: "200 KB". */
export function sizeText(text: string): string {
  const bytes = new Blob([text]).size
  if (bytes < 1000) return `${whole(bytes)} B`
  return bytes < 1_000_000 ? `${whole(Math.round(bytes / 1000))} KB` : `${short(bytes / 1_000_000)} MB`
}

/**
 * "24.2%": what was counted, in a column whose points stand below each other.
 * @param value from 0 to 100
 */
export const share = (value: number): string => `${SHARE.format(value)}%`

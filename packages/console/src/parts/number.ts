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

/**
 * "24.2%": what was counted, in a column whose points stand below each other.
 * @param value from 0 to 100
 */
export const share = (value: number): string => `${SHARE.format(value)}%`

const WHOLE = new Intl.NumberFormat()
const SHORT = new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 })
const PART = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 2 })

export const whole = (value: number): string => WHOLE.format(value)

/** "1.2M", for axes. */
export const short = (value: number): string => SHORT.format(value)

/** @param value from 0 to 100 */
export const percent = (value: number): string => PART.format(value / 100)

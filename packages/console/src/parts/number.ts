const WHOLE = new Intl.NumberFormat()
const SHORT = new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 })
const PART = new Intl.NumberFormat(undefined, { maximumFractionDigits: 2 })
const SHARE = new Intl.NumberFormat(undefined, { minimumFractionDigits: 1, maximumFractionDigits: 1 })

export const whole = (value: number): string => WHOLE.format(value)

/** Returns a short number for axes: "1.2M". */
export const short = (value: number): string => SHORT.format(value)

/**
 * Returns "25%", in the format of the API and of form fields, without the space that some languages use.
 * @param value from 0 to 100
 */
export const percent = (value: number): string => `${PART.format(value)}%`

/** The closest value from 0 to 100. */
export const clampPercentage = (value: number): number => Math.min(100, Math.max(0, value))

/** Whether a value is from 0 to 100. */
export const isPercentage = (value: number): boolean => value >= 0 && value <= 100

/** The size of a text in UTF-8: "200 KB". */
export function sizeText(text: string): string {
  const bytes = new Blob([text]).size
  if (bytes < 1000) return `${whole(bytes)} B`
  return bytes < 1_000_000 ? `${whole(Math.round(bytes / 1000))} KB` : `${short(bytes / 1_000_000)} MB`
}

/**
 * Returns a measured share such as "24.2%", with a fixed number of decimals, so that columns align.
 * @param value from 0 to 100
 */
export const share = (value: number): string => `${SHARE.format(value)}%`

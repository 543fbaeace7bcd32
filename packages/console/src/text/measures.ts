/** What usage counts. They are never added to each other (INSIGHT-8). */
export type Measure = 'exposures' | 'evaluations'

/** The one word for each measure, wherever it is shown (INSIGHT-57). */
const WORDS = {
  exposures: { one: 'call', many: 'calls', by: 'reported by SDKs' },
  evaluations: { one: 'evaluation', many: 'evaluations', by: 'decided here' },
} as const satisfies Record<Measure, unknown>

/** "calls" */
export const measureWord = (measure: Measure, count = 2): string => WORDS[measure][count === 1 ? 'one' : 'many']

/** "Calls" */
export const measureTitle = (measure: Measure): string => capital(WORDS[measure].many)

/** "calls reported by SDKs" */
export const measurePhrase = (measure: Measure, count = 2): string =>
  `${measureWord(measure, count)} ${WORDS[measure].by}`

/** "Calls reported by SDKs", for each measure. */
export const measureNames = {
  exposures: capital(measurePhrase('exposures')),
  evaluations: capital(measurePhrase('evaluations')),
} as const satisfies Record<Measure, string>

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

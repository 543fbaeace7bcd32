/** The measures of usage. They are never added to each other (INSIGHT-8). */
export type Measure = 'exposures' | 'evaluations'

/** The word for each measure in all texts, and its source (INSIGHT-57). */
const WORDS = {
  exposures: { one: 'call', many: 'calls', source: 'SDK' },
  evaluations: { one: 'evaluation', many: 'evaluations', source: 'server' },
} as const satisfies Record<Measure, unknown>

/** Returns "calls". */
export const measureWord = (measure: Measure, count = 2): string => WORDS[measure][count === 1 ? 'one' : 'many']

/** Returns "Calls". */
export const measureTitle = (measure: Measure): string => capital(WORDS[measure].many)

/** Returns "SDK calls". */
export const measurePhrase = (measure: Measure, count = 2): string =>
  `${WORDS[measure].source} ${measureWord(measure, count)}`

/** "SDK calls" and "Server evaluations". */
export const measureNames = {
  exposures: capital(measurePhrase('exposures')),
  evaluations: capital(measurePhrase('evaluations')),
} as const satisfies Record<Measure, string>

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

// What tests get as fast-check: every random draw follows from one seed, so that they pass or fail the same way twice.
import fc from 'fast-check'

export * from 'fast-check'
export { default } from 'fast-check'

/** `npm test` draws from this one; `npm run test:random` from a new one each round. */
const USUAL_SEED = 20_261_120

const { TEST_SEED } = process.env
const seed = TEST_SEED ? Number(TEST_SEED) : USUAL_SEED
if (!Number.isInteger(seed)) throw new Error(`TEST_SEED has to be a whole number, and not "${TEST_SEED}".`)
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed })

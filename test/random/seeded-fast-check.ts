// Tests import this as fast-check. All random data follows from one seed, so that a test has the same result with the
// same seed.
import fc from 'fast-check'

export * from 'fast-check'
export { default } from 'fast-check'

/** The seed of `npm test`; `npm run test:random` uses a new one in each round. */
const USUAL_SEED = 20_261_120

const { TEST_SEED } = process.env
const seed = TEST_SEED ? Number(TEST_SEED) : USUAL_SEED
if (!Number.isInteger(seed)) throw new Error(`TEST_SEED has to be a whole number, and not "${TEST_SEED}".`)
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed })

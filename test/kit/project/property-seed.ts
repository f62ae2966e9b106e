import fc from 'fast-check'

/**
 * Property tests draw the same cases in every run, so that their results are reproducible.
 * `PROPERTY_SEED=random npm run test:unit` draws others; a failure prints its seed, and `PROPERTY_SEED=<seed>` repeats
 * it.
 */
const seed = process.env['PROPERTY_SEED'] ?? '1'
if (seed !== 'random') fc.configureGlobal({ seed: Number(seed) })

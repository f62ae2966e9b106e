import fc from 'fast-check'

/** Property tests draw the same cases in every run with the same `TEST_SEED` (`vitest.config.ts`). */
fc.configureGlobal({ seed: Number(process.env['TEST_SEED'] ?? '1') })

/** Whether the tests of `test/real` run in full: `npm run test:exhaustive`. */
export const isExhaustive = process.env['STRATAGEM_EXHAUSTIVE'] === '1'

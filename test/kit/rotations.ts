/** Whether tests of keys run with every store and every source, and until a new signing key signs, as `npm run rotation` does. `npm run test:deep` runs the core of each. */
export const ALL_ROTATIONS = process.env['SVC_TEST_ROTATION'] === 'all'

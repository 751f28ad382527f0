import tseslint from 'typescript-eslint'

export default tseslint.config(
  {
    ignores: [
      'node_modules/',
      'generated/',
      'test/contract/generated/',
      'data/',
      'dist/',
      'dashboard/dist/',
      'conformance/dist/',
      'coverage/',
      'fuzz/.venv/',
      'fuzz/reports/',
      'sdk/*/',
    ],
  },
  {
    files: [
      'src/**/*.ts',
      'packages/**/*.ts',
      'test/**/*.ts',
      'scripts/**/*.ts',
      'bench/**/*.ts',
      'conformance/**/*.ts',
      'fuzz/**/*.ts',
      'sdk/*.ts',
      'validators/*.ts',
      'interop/**/*.ts',
      'dashboard/src/**/*.{ts,tsx}',
    ],
    extends: [tseslint.configs.base],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': [
        'error',
        { checksVoidReturn: { arguments: false } },
      ],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/prefer-readonly': 'error',
      eqeqeq: 'error',
      'no-var': 'error',
      'prefer-const': 'error',
      'no-param-reassign': 'error',
      'max-depth': ['error', 2],
      'max-params': ['error', 5],
      'no-console': 'off',
    },
  },
  {
    // Domain rules, transactions and handlers are deterministic: they receive time and randomness as arguments.
    files: ['src/domain/**/*.ts', 'src/store/transactions/**/*.ts', 'src/handlers/**/*.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now', message: 'Take the time as an argument.' },
        { object: 'Math', property: 'random', message: 'Take randomness as an argument.' },
      ],
      'no-restricted-imports': [
        'error',
        {
          paths: [
            {
              name: 'node:crypto',
              importNames: ['randomBytes', 'randomUUID', 'randomFillSync'],
              message: 'Take randomness as an argument.',
            },
          ],
        },
      ],
    },
  },
  {
    // Tests have nested loops over stores, operations and cases.
    files: ['test/**/*.ts', 'bench/**/*.ts', 'conformance/test/**/*.ts'],
    rules: { 'max-depth': ['error', 4] },
  },
  {
    // Judges are pure functions, and the requests of probes depend only on the seed.
    files: [
      'conformance/src/judge/**/*.ts',
      'conformance/src/rules/**/*.ts',
      'conformance/src/probes/**/*.ts',
    ],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now', message: 'Take the time from the record.' },
        { object: 'Math', property: 'random', message: 'Use context.random.' },
      ],
    },
  },
  {
    // The content security policy forbids inline styles, and text must not become markup.
    files: ['dashboard/src/**/*.{ts,tsx}'],
    rules: {
      'max-lines-per-function': ['error', { max: 60, skipComments: true }],
      'no-restricted-syntax': [
        'error',
        { selector: "JSXAttribute[name.name='style']", message: 'Styles are classes.' },
        {
          selector: "JSXAttribute[name.name='dangerouslySetInnerHTML']",
          message: 'Text stays text.',
        },
      ],
    },
  },
  {
    files: ['src/**/*.ts'],
    rules: {
      'max-lines': ['error', { max: 250, skipComments: true, skipBlankLines: true }],
      'max-lines-per-function': ['error', { max: 60, skipComments: true }],
    },
  },
)

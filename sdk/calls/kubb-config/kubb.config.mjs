import { defineConfig } from '@kubb/core'
import { pluginClient } from '@kubb/plugin-client'
import { pluginOas } from '@kubb/plugin-oas'
import { pluginTs } from '@kubb/plugin-ts'

export default defineConfig({
  root: '.',
  input: { path: './contract.json' },
  output: { path: './client' },
  plugins: [
    pluginOas({ generators: [] }),
    pluginTs(),
    pluginClient({ client: 'fetch', bundle: true }),
  ],
})

import { resolve } from 'node:path'
import { build } from 'vite'

// Started by web-build.ts: builds into the folder it is given and reports how many modules it has read.
const outDir = process.argv[2]
if (!outDir) throw new Error('the folder to build into is missing')
let modules = 0
let told = 0

await build({
  configFile: resolve(import.meta.dirname, '../../apps/web/vite.config.ts'),
  logLevel: 'warn',
  build: { outDir, emptyOutDir: true },
  plugins: [
    {
      name: 'count-modules',
      moduleParsed() {
        modules++
        if (Date.now() - told < 100) return
        told = Date.now()
        process.send?.(modules)
      },
    },
  ],
})
process.send?.(modules)
process.disconnect?.()

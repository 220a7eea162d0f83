import { resolve } from 'node:path'
import { build } from 'vite'

// Started by web-build.ts: builds into the given folder and reports the number of modules read.
const outDir = process.argv[2]
if (!outDir) throw new Error('missing argument: output folder')
let modules = 0
let lastReport = 0

await build({
  configFile: resolve(import.meta.dirname, '../../../apps/web/vite.config.ts'),
  logLevel: 'warn',
  build: { outDir, emptyOutDir: true },
  plugins: [
    {
      name: 'count-modules',
      moduleParsed() {
        modules++
        if (Date.now() - lastReport < 100) return
        lastReport = Date.now()
        process.send?.(modules)
      },
    },
  ],
})
process.send?.(modules)
process.disconnect?.()

// Runs a TypeScript entry with the data folder's database: `node tools/run.mjs <file> [arguments]`.
import { ensureInstalled, runScript } from './launch/installed.mjs'

await ensureInstalled()
runScript('tools/launch/run.ts', process.argv.slice(2))

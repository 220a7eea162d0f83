// Runs one TypeScript entry with the database of the data folder: `node tools/run.mjs <file> [arguments]`.
import { ensureInstalled, handOver } from './launch/installed.mjs'

await ensureInstalled()
handOver('tools/launch/run.ts', process.argv.slice(2))

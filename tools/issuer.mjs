// `npm run issuer`: a small site that hands its users over, for trials; on the project's own Node.
import { ensureInstalled, handOver } from './launch/installed.mjs'

await ensureInstalled()
handOver('tools/issuer/serve.ts', process.argv.slice(2))

// `npm run issuer`: a demo site that hands its users over to Terrace, run on the project's own Node.
import { ensureInstalled, runScript } from './launch/installed.mjs'

await ensureInstalled()
runScript('tools/issuer/serve.ts', process.argv.slice(2))

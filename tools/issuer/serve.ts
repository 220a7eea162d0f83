import { createPrivateKey } from 'node:crypto'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { dataFolderOf } from '../launch/data-folder/data-folder.ts'
import { isPortTaken } from '../launch/processes/ports.ts'
import { readArguments, runCommand } from '../launch/run-command.ts'
import { UserError } from '../launch/user-error.ts'
import { issuerSetting, readOrCreateKey } from './issuer-key.ts'
import { createIssuerSite } from './issuer-site.ts'

const usage = `Usage: npm run issuer [-- --port 4300] [--market http://localhost:4000] [--legacy]
Starts a demo site that hands its users over to Terrace. --legacy hands over raw tokens instead of codes.`

const name = 'Harbour Exchange'

await runCommand(serve)

async function serve(stopping: AbortSignal): Promise<void> {
  const { port, market, legacy } = readOptions()
  const origin = `http://localhost:${port}`
  if (await isPortTaken(port, '127.0.0.1')) {
    throw new UserError(`Port ${port} is already in use. Choose another one with --port.`)
  }
  // The end-to-end tests start both sites and pass the key to each.
  const given = process.env['ISSUER_PRIVATE_KEY']
  const key = given ? createPrivateKey(given) : readOrCreateKey(join(dataFolderOf(), 'issuer-key.pem'))
  const server = createServer(createIssuerSite({ origin, name, market, key, legacy }))
  await new Promise<void>((done) => {
    server.listen(port, '127.0.0.1', done)
  })
  console.log(`${name} is ready: ${origin}. It hands over to ${market}, which must be started with:\n`)
  const flag = legacy ? 'HANDOVER_ALLOW_LEGACY_TOKENS=true ' : ''
  console.log(`${flag}HANDOVER_ISSUERS='${issuerSetting({ origin, name, key })}' npm start\n`)
  await new Promise<void>((done) => {
    stopping.addEventListener('abort', () => done(), { once: true })
    if (stopping.aborted) done()
  })
}

function readOptions(): { port: number; market: string; legacy: boolean } {
  return readArguments(usage, () => {
    const { values } = parseArgs({
      options: {
        port: { type: 'string', default: '4300' },
        market: { type: 'string', default: 'http://localhost:4000' },
        legacy: { type: 'boolean', default: false },
      },
    })
    const port = Number(values.port)
    if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new Error('--port must be a port number')
    const market = URL.parse(values.market)?.origin
    if (market === undefined) throw new Error('--market must be an origin, such as http://localhost:4000')
    return { port, market, legacy: values.legacy }
  })
}

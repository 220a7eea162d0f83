import { createPrivateKey } from 'node:crypto'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { dataFolderOf } from '../launch/data-folder.ts'
import { isPortTaken } from '../launch/ports.ts'
import { explain, UserError, whenStopped } from '../launch/user-error.ts'
import { issuerSetting, keptKey } from './issuer-key.ts'
import { createIssuerSite } from './issuer-site.ts'

const usage = `npm run issuer [-- --port 4300] [--market http://localhost:4000] [--legacy]
A site on another port whose users can be handed over. --legacy hands over raw tokens, as old sites did.`

const name = 'Harbour Exchange'

try {
  await serve()
} catch (error) {
  console.error(explain(error))
  process.exitCode = 1
}
// What listens for the wish to stop would keep the process alive.
process.exit()

async function serve(): Promise<void> {
  const { port, market, legacy } = readOptions()
  const origin = `http://localhost:${port}`
  if (await isPortTaken(port, '127.0.0.1')) {
    throw new UserError(`Port ${port} is in use by another program; choose another one with --port.`)
  }
  // The journey, which starts both sites, gives the key to both.
  const given = process.env['ISSUER_PRIVATE_KEY']
  const key = given ? createPrivateKey(given) : keptKey(join(dataFolderOf(), 'issuer-key.pem'))
  const server = createServer(createIssuerSite({ origin, name, market, key, legacy }))
  await new Promise<void>((done) => {
    server.listen(port, '127.0.0.1', done)
  })
  console.log(
    `${name} is ready: ${origin}. It hands over to a marketplace at ${market} that was started with:\n`,
  )
  const flag = legacy ? 'HANDOVER_LEGACY_TOKENS=accept ' : ''
  console.log(`${flag}HANDOVER_ISSUERS='${issuerSetting({ origin, name, key })}' npm start\n`)
  const stopping = whenStopped({ quiet: true })
  await new Promise<void>((done) => {
    stopping.addEventListener('abort', () => done(), { once: true })
    if (stopping.aborted) done()
  })
}

function readOptions(): { port: number; market: string; legacy: boolean } {
  try {
    const { values } = parseArgs({
      options: {
        port: { type: 'string', default: '4300' },
        market: { type: 'string', default: 'http://localhost:4000' },
        legacy: { type: 'boolean', default: false },
      },
    })
    const port = Number(values.port)
    if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new Error('--port is not a port number')
    const market = URL.parse(values.market)?.origin
    if (market === undefined) throw new Error('--market is not an origin such as http://localhost:4000')
    return { port, market, legacy: values.legacy }
  } catch (error) {
    throw new UserError(`${error instanceof Error ? error.message : String(error)}\nUsage: ${usage}`)
  }
}

import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { decideDispute, decideRefund, NothingToDecide } from './decide-as-bank.ts'
import { fileIn } from './settings.ts'
import { openStore } from './store/store.ts'

/* `npm run simulate-bank -- <refund or dispute> <outcome>`: a decision that a bank makes days later. */

const usage = `Usage: npm run simulate-bank -- <refund> succeeded | failed
       npm run simulate-bank -- <dispute> won | lost

\`npm run admin -- order <number>\` lists the provider's ids of refunds (re_…) and disputes (dp_…).`

const defaultFolder = resolve(import.meta.dirname, '../../../.data')
const dataFolder = resolve(process.env['INIT_CWD'] ?? '.', process.env['DATA_DIR'] || defaultFolder)
try {
  console.log(decide(process.argv.slice(2)))
} catch (error) {
  if (!(error instanceof NothingToDecide)) throw error
  console.error(error.message)
  process.exitCode = 1
}

function decide([id = '', outcome, ...rest]: string[]): string {
  const isRefund = id.startsWith('re_') && (outcome === 'succeeded' || outcome === 'failed')
  const isDispute = id.startsWith('dp_') && (outcome === 'won' || outcome === 'lost')
  if (rest.length > 0 || !(isRefund || isDispute)) throw new NothingToDecide(usage)
  const file = fileIn(join(dataFolder, 'sandbox'))
  if (!existsSync(file)) throw new NothingToDecide(`No sandbox in ${dataFolder}. Start it first: npm start`)
  const store = openStore(file)
  try {
    if (isRefund) decideRefund(store, id, outcome)
    if (isDispute) decideDispute(store, id, outcome)
  } finally {
    store.close()
  }
  return `${id} is now ${outcome} at the sandbox bank`
}

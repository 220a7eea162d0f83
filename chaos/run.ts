import { cluster } from './cluster.ts'
import { consistency } from './consistency.ts'
import { checkout } from './checkout.ts'
import { ledger } from './ledger.ts'
import { machine } from './machine.ts'

// Runs a scenario of concurrent traffic on its own database, verifies the result, prints one JSON line and exits with
// code 1 on problems.
const scenarios: Record<string, (args: string[]) => Promise<boolean>> = {
  consistency,
  checkout,
  ledger,
  machine,
  cluster,
}

const usage = `Usage: npm run chaos -- consistency [--minutes 10] [--seed word]
       npm run chaos -- ledger [--minutes 5] [--seed word]
       npm run chaos -- checkout [--times 20]
       npm run chaos -- machine [--fault full-disk]
       npm run chaos -- cluster [--fault primary-node]`

const [name = '', ...args] = process.argv.slice(2)
const scenario = scenarios[name]
if (!scenario) {
  console.error(usage)
  process.exit(1)
}
process.exitCode = (await scenario(args)) ? 0 : 1
process.exit()

import { books } from './books.ts'
import { checkout } from './checkout.ts'
import { money } from './money.ts'

// Each trial lets loose on a database of its own what goes on at once in a busy market, judges what is left, prints one JSON
// line and ends with code 1 where something is wrong.
const trials: Record<string, (args: string[]) => Promise<boolean>> = { books, checkout, money }

const usage = `Usage: npm run chaos -- books [--minutes 10] [--seed word]
       npm run chaos -- money [--minutes 5] [--seed word]
       npm run chaos -- checkout [--times 20]`

const [name = '', ...args] = process.argv.slice(2)
const trial = trials[name]
if (!trial) {
  console.error(usage)
  process.exit(1)
}
process.exitCode = (await trial(args)) ? 0 : 1
process.exit()

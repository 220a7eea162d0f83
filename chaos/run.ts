import { books } from './books.ts'

// `npm run chaos -- books [--minutes 10] [--seed word]`: lets loose on a database of its own what goes on at once in a busy
// market, and judges what is left. Prints one JSON line and ends with code 1 where something is wrong.
const trials: Record<string, (args: string[]) => Promise<boolean>> = { books }

const [name = '', ...args] = process.argv.slice(2)
const trial = trials[name]
if (!trial) {
  console.error(`Usage: npm run chaos -- ${Object.keys(trials).join(' | ')} [--minutes 10] [--seed word]`)
  process.exit(1)
}
process.exitCode = (await trial(args)) ? 0 : 1
process.exit()

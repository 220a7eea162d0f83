import { parseArgs } from 'node:util'
import { describeGrowth } from './describe-growth.ts'
import { writeGuideSection } from './guide-section.ts'
import { readAssumptions, readCosts, readDeployments, readLoad, writeCosts } from './inputs.ts'
import { measureCosts } from './measure-costs.ts'

/**
 * `npm run growth`: what carries 10, 100 and 1,000 times today's load, from the costs of single actions. Prints the tables
 * and writes them into docs/guides/scaling.md. `--measure` measures the costs on this machine first; load.json,
 * deployments.json and assumptions.json are the other inputs.
 */
const { values: options } = parseArgs({ options: { measure: { type: 'boolean', default: false } } })
if (options.measure) writeCosts(await measureCosts())
const text = describeGrowth({
  load: readLoad(),
  measured: readCosts(),
  deployments: readDeployments(),
  assumptions: readAssumptions(),
})
console.log(text)
writeGuideSection(text)
process.exit()

import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { coverageByArea, readCitations, readRequirements, unknownCitations } from './requirements.ts'

// `npm run coverage:spec -- [--step 1]`: lists requirements without a test, and cited ids that do not exist (exit
// code 1).
const projectFolder = resolve(import.meta.dirname, '../..')
const { values } = parseArgs({ options: { step: { type: 'string' } } })
const step = values.step === undefined ? undefined : Number(values.step)
if (step !== undefined && !(Number.isInteger(step) && step >= 1)) {
  console.error(`--step takes a step number such as 7, not ${values.step}`)
  process.exit(1)
}

const requirements = readRequirements(readFileSync(resolve(projectFolder, 'docs/requirements.md'), 'utf8'))
const paths = globSync(
  [
    '{apps,packages,tools,bench,chaos,seeds}/**/*.test.{ts,tsx}',
    '{apps,packages}/**/*.suite.ts',
    'e2e/**/*.e2e.ts',
  ],
  {
    cwd: projectFolder,
    exclude: ['**/node_modules/**'],
  },
)
const citations = readCitations(
  paths.toSorted().map((path) => ({ path, text: readFileSync(resolve(projectFolder, path), 'utf8') })),
)

const areas = coverageByArea(requirements, citations, step)
for (const { area, total, missing } of areas) {
  const names = missing.map(({ id, step: of }) => (step === undefined ? `${id} (step ${of})` : id))
  console.log(
    `${area.padEnd(14)}${`${total - missing.length}/${total}`.padStart(6)}  ${names.length > 0 ? `without a test: ${names.join(' ')}` : ''}`,
  )
}
const total = areas.reduce((sum, area) => sum + area.total, 0)
const missing = areas.reduce((sum, area) => sum + area.missing.length, 0)
console.log(
  `${total - missing} of ${total} requirements${step === undefined ? '' : ` of step ${step}`} have tests.`,
)

const unknown = unknownCitations(requirements, citations)
for (const { id, path } of unknown) console.error(`${path} cites ${id}, which is not in docs/requirements.md`)
if (unknown.length > 0) process.exitCode = 1

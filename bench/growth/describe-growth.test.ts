import { expect, test } from 'vitest'
import { describeGrowth } from './describe-growth.ts'
import { readGuideSection } from './guide-section.ts'
import { readAssumptions, readCosts, readDeployments, readLoad } from './inputs.ts'

test('the guide has what the model says', () => {
  const text = describeGrowth({
    load: readLoad(),
    measured: readCosts(),
    deployments: readDeployments(),
    assumptions: readAssumptions(),
  })
  expect(readGuideSection(), 'run `npm run growth`').toBe(text)
})

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  assumptionNames,
  type Assumption,
  type Assumptions,
  type Costs,
  type Deployment,
  type Load,
} from './model.ts'

export interface MeasuredCosts {
  /** When and on what they were measured. */
  measured: { at: string; node: string; cores: number; processor: string; postgres: string; load: number }
  costs: Costs
}

interface DescribedAssumption {
  meaning: string
  value: number
  unit: string
  /** The setting, file or bench it comes from, or that it is assumed. */
  source: string
}

export type DescribedAssumptions = Record<Assumption, DescribedAssumption>

const fileOf = (name: string) => join(import.meta.dirname, `${name}.json`)
const read = (name: string): unknown => JSON.parse(readFileSync(fileOf(name), 'utf8'))

export const readLoad = (): Load => read('load') as Load

export const readDeployments = () => read('deployments') as { plannedUse: number; deployments: Deployment[] }

export const readAssumptions = () => (read('assumptions') as { values: DescribedAssumptions }).values

/** The values alone. @throws unless each has a positive value, a meaning, a unit and a source */
export function valuesOf(assumptions: Partial<DescribedAssumptions>): Assumptions {
  return Object.fromEntries(
    assumptionNames.map((name) => {
      const { meaning, value, unit, source } = assumptions[name] ?? missing
      if (!(value > 0) || !meaning || !unit || !source)
        throw new RangeError(`${name} needs a positive value, a meaning, a unit and a source`)
      return [name, value]
    }),
  ) as Assumptions
}

const missing: DescribedAssumption = { meaning: '', value: 0, unit: '', source: '' }

export const readCosts = (): MeasuredCosts => read('costs') as MeasuredCosts

export function writeCosts(costs: MeasuredCosts): void {
  writeFileSync(fileOf('costs'), `${JSON.stringify(costs, undefined, 2)}\n`)
}

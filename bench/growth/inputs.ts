import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Costs, Deployment, Load } from './model.ts'

export interface MeasuredCosts {
  /** When and on what they were measured. */
  measured: { at: string; node: string; cores: number; processor: string; postgres: string; load: number }
  costs: Costs
}

const fileOf = (name: string) => join(import.meta.dirname, `${name}.json`)
const read = (name: string): unknown => JSON.parse(readFileSync(fileOf(name), 'utf8'))

export const readLoad = (): Load => read('load') as Load

export const readDeployments = () => read('deployments') as { plannedUse: number; deployments: Deployment[] }

export const readCosts = (): MeasuredCosts => read('costs') as MeasuredCosts

export function writeCosts(costs: MeasuredCosts): void {
  writeFileSync(fileOf('costs'), `${JSON.stringify(costs, undefined, 2)}\n`)
}

import type { PlanFile } from '@terrace/domain/seating-plan/plan-file-types'
import type { z } from 'zod'
import { canvasPlan } from './plans-canvas.ts'
import { lineOf } from './plans-lines.ts'
import { schematicPlan } from './plans-schematic.ts'
import { seatsIoPlan } from './plans-seats-io.ts'
import type { Remark } from './source-rows.ts'

interface PlanFormat {
  name: string
  /** By what a file of this format is known, whatever else may be wrong with it. */
  key: string
  schema: z.ZodType<PlanFile>
}

/** Every format of seating plans that can be imported; a new one is one schema and one line here. */
const formats: readonly PlanFormat[] = [
  { name: 'schematics of our own', key: 'sections', schema: schematicPlan },
  { name: 'seats.io charts', key: 'subChart', schema: seatsIoPlan },
  { name: 'seatmap-canvas charts', key: 'zones', schema: canvasPlan },
]

const mostRemarks = 100

/** The blocks of a plan in any of the formats, or what is wrong with the file and on which line. */
export function readPlanFile(content: string): { file: PlanFile } | { bad: Remark[] } {
  const text = content.replace(/^\uFEFF/, '')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return {
      bad: [{ line: 1, reason: `not valid JSON: ${error instanceof Error ? error.message : String(error)}` }],
    }
  }
  const format = formats.find(({ key }) => isObject(value) && key in value)
  if (!format) {
    const known = formats.map(({ name, key }) => `${name} ("${key}")`).join(', ')
    return { bad: [{ line: 1, reason: `is no seating plan of a known format: ${known}` }] }
  }
  const parsed = format.schema.safeParse(value)
  if (parsed.success) return { file: parsed.data }
  const problems = parsed.error.issues.slice(0, mostRemarks).map(({ path, message }) => ({
    at: path.filter((step) => typeof step !== 'symbol'),
    reason: message,
  }))
  return { bad: remarksOn(text, problems) }
}

/** Problems with the line where each stands; the place in the file is part of the reason. */
export function remarksOn(
  text: string,
  problems: readonly { at: readonly (string | number)[]; reason: string }[],
): Remark[] {
  return problems.map(({ at, reason }) => ({
    line: lineOf(text, at),
    reason: at.length > 0 ? `${at.join('.')}: ${reason}` : reason,
  }))
}

function isObject(value: unknown): value is object {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}

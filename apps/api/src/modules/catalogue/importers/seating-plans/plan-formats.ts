import type { PlanFile } from '@terrace/domain/seating-plan/plan-file-types'
import type { z } from 'zod'
import { canvasPlan } from './canvas-plan.ts'
import { lineNumberOf } from './json-line-number.ts'
import { schematicPlan } from './schematic-plan.ts'
import { seatsIoPlan } from './seats-io-plan.ts'
import type { ImportWarning } from '../source-rows.ts'

interface PlanFormat {
  name: string
  /** Top-level keys that identify the format. */
  keys: readonly string[]
  schema: z.ZodType<PlanFile>
}

const formats: readonly PlanFormat[] = [
  { name: 'schematics', keys: ['sections'], schema: schematicPlan },
  { name: 'seats.io charts', keys: ['subChart', 'subCharts', 'floors'], schema: seatsIoPlan },
  { name: 'seatmap-canvas charts', keys: ['zones'], schema: canvasPlan },
]

const maxWarnings = 100

/** Reads the blocks of a plan in any format, or returns its problems with line numbers. */
export function readPlanFile(content: string): { file: PlanFile } | { bad: ImportWarning[] } {
  const text = content.replace(/^\uFEFF/, '')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return {
      bad: [{ line: 1, reason: `not valid JSON: ${error instanceof Error ? error.message : String(error)}` }],
    }
  }
  const format = formats.find(({ keys }) => keys.some((key) => isObject(value) && key in value))
  if (!format) {
    const knownFormats = formats.map(({ name, keys }) => `${name} ("${keys[0]}")`).join(', ')
    return { bad: [{ line: 1, reason: `is not a seating plan in a known format: ${knownFormats}` }] }
  }
  const parsed = format.schema.safeParse(value)
  if (parsed.success) return { file: parsed.data }
  const problems = parsed.error.issues.slice(0, maxWarnings).map(({ path, message }) => ({
    at: path.filter((step) => typeof step !== 'symbol'),
    reason: message,
  }))
  return { bad: planWarnings(text, problems) }
}

/** Adds the line number to each problem, and the path to its reason. */
export function planWarnings(
  text: string,
  problems: readonly { at: readonly (string | number)[]; reason: string }[],
): ImportWarning[] {
  return problems.map(({ at, reason }) => ({
    line: lineNumberOf(text, at),
    reason: at.length > 0 ? `${at.join('.')}: ${reason}` : reason,
  }))
}

function isObject(value: unknown): value is object {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}

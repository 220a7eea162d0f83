import type { PlanFile } from '@terrace/domain/seating-plan/plan-file-types'
import { z } from 'zod'

const number = z.number({ error: 'is no number' })
const point = z.tuple([number, number], { error: 'is no pair of numbers' })
const text = z.string({ error: 'is no text' }).trim()

/** Sections by tier around a rectangle, as Terrace's own schematics are kept. */
export const schematicPlan = z
  .looseObject({
    pitch: z
      .tuple([number, number, number, number], { error: 'is not left, top, width and height' })
      .optional(),
    sections: z.array(
      z.looseObject({ tier: text, section: text, points: z.array(point), label: point.optional() }),
    ),
  })
  .transform(({ pitch, sections }): PlanFile => ({
    schematic: true,
    blocks: sections.map(({ tier, section, points, label }, index) => ({
      at: ['sections', index],
      // Sections of two tiers may have one number.
      name: `${tier} ${section}`,
      level: tier,
      category: tier,
      polygon: points,
      ...(label && { labelAt: label }),
    })),
    categories: [],
    ...(pitch && { surface: rectangleAt(...pitch) }),
  }))

export function rectangleAt(left: number, top: number, width: number, height: number) {
  return [
    [left, top],
    [left + width, top],
    [left + width, top + height],
    [left, top + height],
  ] as const
}

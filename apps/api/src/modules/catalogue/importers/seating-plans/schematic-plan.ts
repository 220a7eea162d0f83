import type { PlanFile } from '@terrace/domain/seating-plan/plan-file-types'
import { z } from 'zod'

const number = z.number({ error: 'must be a number' })
const point = z.tuple([number, number], { error: 'must be a pair of numbers' })
const text = z.string({ error: 'must be text' }).trim()

/** Schema for Terrace's own schematics: sections by tier around a rectangle. */
export const schematicPlan = z
  .looseObject({
    pitch: z
      .tuple([number, number, number, number], { error: 'must be left, top, width and height' })
      .optional(),
    sections: z.array(
      z.looseObject({ tier: text, section: text, points: z.array(point), label: point.optional() }),
    ),
  })
  .transform(({ pitch, sections }): PlanFile => ({
    schematic: true,
    blocks: sections.map(({ tier, section, points, label }, index) => ({
      at: ['sections', index],
      // Sections in different tiers can share a number.
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

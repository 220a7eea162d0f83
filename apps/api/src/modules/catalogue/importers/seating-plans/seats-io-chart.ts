import { z } from 'zod'

const number = z.number({ error: 'must be a number' })
const text = z.string({ error: 'must be text' }).trim()
const point = z.looseObject({ x: number, y: number })
const seat = z.looseObject({
  x: number,
  y: number,
  categoryLabel: text.nullish(),
  accessible: z.unknown().optional(),
  companionSeat: z.unknown().optional(),
  restrictedView: z.unknown().optional(),
})
const row = z.looseObject({ label: text.nullish(), seats: z.array(seat) })
const table = z.looseObject({ label: text, seats: z.array(seat), center: point })
const area = z.looseObject({
  label: text,
  points: z.array(point).nullish(),
  capacity: z.int({ error: 'must be a whole number' }).positive('must be greater than zero').nullish(),
  categoryLabel: text.nullish(),
})

/** What a floor or a section can contain in addition to seats. */
const decoration = {
  texts: z.array(z.unknown()).optional(),
  shapes: z.array(z.unknown()).optional(),
  icons: z.array(z.unknown()).optional(),
  imageObjects: z.array(z.unknown()).optional(),
  booths: z.array(z.unknown()).optional(),
}

const section = z.looseObject({
  label: text,
  points: z.array(point),
  /** Where the section's own objects count from. */
  topLeft: point.nullish(),
  zone: text.nullish(),
  categoryLabel: text.nullish(),
  subChart: z
    .looseObject({
      ...decoration,
      rows: z.array(row).optional(),
      tables: z.array(table).optional(),
      generalAdmissionAreas: z.array(area).optional(),
    })
    .optional(),
})

const subChart = z.looseObject({
  ...decoration,
  floorName: text.nullish(),
  sections: z.array(section).optional(),
  tables: z.array(table).optional(),
  rows: z.array(row).optional(),
  generalAdmissionAreas: z.array(area).optional(),
})

const drawings = z.looseObject({
  subChart: subChart.optional(),
  subCharts: z.array(subChart).optional(),
  floors: z
    .array(
      z.looseObject({ name: text.nullish(), displayName: text.nullish(), subChart: subChart.optional() }),
    )
    .nullish(),
})

/** A seats.io chart: one drawing, or one per floor. */
export const chart = drawings
  .extend({
    categories: z.looseObject({ list: z.array(z.looseObject({ label: text })) }).optional(),
    zones: z.looseObject({ list: z.array(z.looseObject({ key: text, label: text })) }).nullish(),
  })
  .refine((found) => drawingsOf(found).length > 0, { error: 'the chart has no drawing', path: ['subChart'] })

export type SubChart = z.output<typeof subChart>
export type Section = z.output<typeof section>
export type Table = z.output<typeof table>
export type Row = z.output<typeof row>
export type Area = z.output<typeof area>

/** The drawing of one floor and its position in the file. */
export interface Drawing {
  at: readonly (string | number)[]
  floor: string | undefined
  drawing: SubChart
}

export function drawingsOf({ subChart: only, subCharts = [], floors }: z.output<typeof drawings>): Drawing[] {
  const nameOf = (name: string | null | undefined, index: number) => name || String(index + 1)
  return [
    ...(only ? [{ at: ['subChart'], floor: only.floorName ?? undefined, drawing: only }] : []),
    ...subCharts.map((drawing, index) => ({
      at: ['subCharts', index],
      floor: nameOf(drawing.floorName ?? floors?.[index]?.displayName, index),
      drawing,
    })),
    ...(floors ?? []).flatMap(({ displayName, name, subChart: drawing }, index) =>
      drawing
        ? [{ at: ['floors', index, 'subChart'], floor: nameOf(displayName || name, index), drawing }]
        : [],
    ),
  ]
}

import { z } from 'zod/mini'
import { visibleTrimmed } from './visible-text.ts'

const internalText = (limit: number) =>
  z.optional(z.string().check(visibleTrimmed(), z.maxLength(limit, `must be at most ${limit} characters`)))

export const internalNote = internalText(2000)

/** Details of a quote or order that only the broker's team sees. Empty texts are stored as none. */
export const internalDetails = {
  /** The broker's own reference, such as a purchase order number. */
  reference: internalText(60),
  internal_note: internalNote,
}

export const internalDetailsBody = z.strictObject(internalDetails)

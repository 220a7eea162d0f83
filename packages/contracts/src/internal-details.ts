import { z } from 'zod/mini'
import { shortLine, visibleTrimmed } from './visible-text.ts'

export const internalNote = z.optional(
  z.string().check(visibleTrimmed(), z.maxLength(2000, 'must be at most 2000 characters')),
)

/** Details of a quote or order that only the broker's team sees. Empty texts are stored as none. */
export const internalDetails = {
  /** The broker's own reference, such as a purchase order number. */
  reference: z.optional(shortLine(60)),
  internal_note: internalNote,
}

export const internalDetailsBody = z.strictObject(internalDetails)

/** A text as the caller saw it; `null` for none. */
export const seenText = z.optional(z.nullable(z.string().check(z.maxLength(2000))))

/**
 * A change of internal details. Without `expected`, a missing text is removed. With it, a missing text stays, and a
 * change is refused with `details.changed` if someone else changed the text since; `errors.current` has that text.
 */
export const internalDetailsChange = z.strictObject({
  ...internalDetails,
  expected: z.optional(z.strictObject({ reference: seenText, internal_note: seenText })),
})
export type InternalDetailsChange = z.output<typeof internalDetailsChange>

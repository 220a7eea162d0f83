import { z } from 'zod/mini'

/** `true`: 1 and 0 stand for it on the wire (spec §3). */
export const binary = z.union([z.literal(0), z.literal(1)], { error: 'must be 0 or 1' })

import { z } from 'zod/mini'

/** Boolean flag, sent as 1 or 0 (spec §3). */
export const binary = z.union([z.literal(0), z.literal(1)], { error: 'must be 0 or 1' })

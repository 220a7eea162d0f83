import { z } from 'zod'

// Points lie on a 4 × 1 canvas: x from 0 to 4, y from 0 to 1.
const point = z.tuple([z.number().min(0).max(4), z.number().min(0).max(1)])
const maxPoints = 5000

/** A typed signature, or the strokes of a drawn one. */
export const signatureInput = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('typed'),
    text: z
      .string()
      .trim()
      .min(1, 'Type your name, or draw your signature')
      .max(120, 'must be at most 120 characters'),
  }),
  z.strictObject({
    kind: z.literal('drawn'),
    strokes: z
      .array(z.array(point).min(1).max(maxPoints))
      .min(1, 'Draw your signature, or type your name')
      .max(500)
      .refine(
        (strokes) => strokes.reduce((sum, stroke) => sum + stroke.length, 0) <= maxPoints,
        `must have at most ${maxPoints} points`,
      )
      .refine((strokes) => totalStrokeLength(strokes) >= 0.3, 'Draw your signature, or type your name'),
  }),
])
export type Signature = z.output<typeof signatureInput>
export type Strokes = readonly (readonly (readonly [number, number])[])[]

/** Total stroke length; a tap is not a signature. */
function totalStrokeLength(strokes: Strokes): number {
  let length = 0
  for (const stroke of strokes) {
    for (const [index, [x, y]] of stroke.entries()) {
      const before = stroke[index - 1]
      if (before) length += Math.hypot(x - before[0], y - before[1])
    }
  }
  return length
}

import { z } from 'zod/mini'

/** An array whose length is checked before its entries, because a body may have a million of them. */
export function boundedArray<Entry extends z.ZodMiniType>(entry: Entry, maxEntries: number, message: string) {
  const short = z.custom<z.input<Entry>[]>(
    (value) => !Array.isArray(value) || value.length <= maxEntries,
    message,
  )
  return z.pipe(short, z.array(entry))
}
